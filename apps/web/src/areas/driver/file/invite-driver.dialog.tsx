import type { DriverInfo } from '@chauffeur/contract/driver/file'
import { driverInvitationCalls } from '@chauffeur/contract/driver/invitation'
import { toast } from '#platform/browser/events.ts'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { showOneTimeLink } from '#shared/access/shown-link.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'

interface Props {
  driver: Pick<DriverInfo, 'driverId' | 'name'>
  open: boolean
  onClose: () => void
}

/** Sends a driver the link that opens their page; where no text message goes out it is handed over by whoever asks. */
export function InviteDriver({ driver: { driverId, name }, open, onClose }: Props) {
  const invite = async () => {
    const { link, validUntil } = await sendCall(driverInvitationCalls.invite, { driverId })
    if (link === null) toast.success(t('已把邀请短信发给 {name}', { name }))
    else {
      const words = { title: t('司机邀请链接'), handOver: t('还没有接通短信：请把链接交给 {name}，在手机上打开即可上线接单。', { name }) }
      showOneTimeLink({ name, path: link, expiresAt: validUntil, words })
    }
  }
  return (
    <ConfirmDialog open={open} title={t('邀请司机 {name}', { name })} okText={t('发送邀请')} onConfirm={invite} onClose={onClose}>
      <p className="driver-sentence">{t('司机会收到一条短信，点开里面的链接就能在手机浏览器里上线、接单、报单。')}</p>
      <p className="driver-sentence">{t('链接只能用一次，7 天内有效；再次邀请后旧链接失效。')}</p>
    </ConfirmDialog>
  )
}
