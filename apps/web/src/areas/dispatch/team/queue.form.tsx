import { dispatchTeamsCalls, type QueuedDriver } from '@chauffeur/contract/dispatch/team'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CountField, TextField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'

interface OfDriverProps {
  teamId: string
  /** Null while closed. */
  driver: QueuedDriver | null
  onClose: () => void
}

export const MoveInQueueForm = ({ teamId, driver, onClose }: OfDriverProps) => (
  <CallForm
    call={dispatchTeamsCalls.moveInQueue}
    open={driver !== null}
    title={t('{name} 现在第 {n} 位', { name: driver?.name ?? '', n: driver?.place ?? 0 })}
    okText={t('移到')}
    initial={{ place: 1 }}
    beside={() => ({ teamId, driverId: driver?.driverId, seenAt: driver?.place })}
    onClose={onClose}
  >
    <CountField name="place" label={t('移到第几位')} required min={1} max={10_000} />
    <TextField name="note" label={t('说明（司机可见）')} maxLength={100} />
  </CallForm>
)

export const RemoveFromQueueForm = ({ teamId, driver, onClose }: OfDriverProps) => (
  <CallForm
    call={dispatchTeamsCalls.removeFromQueue}
    open={driver !== null}
    title={t('把 {name} 移出排队', { name: driver?.name ?? '' })}
    okText={t('移出')}
    danger
    beside={() => ({ teamId, driverId: driver?.driverId })}
    onClose={onClose}
  >
    <TextField name="reason" label={t('原因')} hint={t('司机可见；离开区域或下线之前不会自动重新排队')} required maxLength={100} />
  </CallForm>
)
