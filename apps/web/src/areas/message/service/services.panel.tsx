import { smsServiceCalls, type SmsServiceView } from '@chauffeur/contract/message/service'
import { Button } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { refresh, sendCall } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Panel } from '#ui/page/page.tsx'
import { copyText } from '#ui/show/copy.ts'
import { countText } from '#ui/show/measure.view.ts'
import { EnabledTag } from '#ui/show/tag.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { nameOf, priceWords } from './service.view.ts'

const ServiceForm = lazyPiece(() => import('./service.form.tsx'))
const CodesDrawer = lazyPiece(() => import('./codes.drawer.tsx'))
const TryDrawer = lazyPiece(() => import('./try.drawer.tsx'))
type Own = SmsServiceView & { smsServiceId: string }
const own = (row: SmsServiceView): row is Own => row.smsServiceId !== null
const READ = [smsServiceCalls.list, smsServiceCalls.order]

/** The providers of the business in the order in which they are tried. */
export function ServicesPanel({ rows, mayChange }: { rows: readonly SmsServiceView[]; mayChange: boolean }) {
  const [editing, setEditing] = useState<SmsServiceView | 'new' | null>(null)
  const [coding, setCoding] = useState<Own | null>(null)
  const [trying, setTrying] = useState<Own | null>(null)
  const [removing, setRemoving] = useState<Own | null>(null)
  const toggle = async ({ smsServiceId, version, enabled }: Own) => {
    await sendCall(smsServiceCalls.enable, { smsServiceId, version, enabled: !enabled }).finally(() => refresh(READ))
    toast.success(enabled ? t('已停用') : t('已启用'))
  }
  const move = async (row: SmsServiceView, up: boolean) => {
    const at = rows.indexOf(row)
    if (!own(row) || (up ? at === 0 : at === rows.length - 1)) return
    await sendCall(smsServiceCalls.move, { smsServiceId: row.smsServiceId, version: row.version, up })
    await refresh(READ)
  }
  const copy = async ({ reportUrl }: SmsServiceView) => {
    if (await copyText(reportUrl)) toast.success(t('已复制，请填到服务商控制台的回执地址'))
  }
  const onKey = (row: SmsServiceView) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    void move(row, event.key === 'ArrowUp').catch(() => {})
  }
  const mover = (row: SmsServiceView, up: boolean) => (
    <Button
      size="small"
      type="text"
      aria-label={up ? t('{name} 上移', { name: nameOf(row) }) : t('{name} 下移', { name: nameOf(row) })}
      disabled={up ? rows.indexOf(row) === 0 : rows.indexOf(row) === rows.length - 1}
      onClick={() => void move(row, up).catch(() => {})}
    >
      {up ? '↑' : '↓'}
    </Button>
  )
  return (
    <Panel title={t('服务商')} extra={mayChange ? <Button onClick={() => setEditing('new')}>{t('添加服务商')}</Button> : null}>
      <p className="sms-service-why">
        {t(
          '按此顺序发送，一家不接收就由下一家发出；没有答复的先向该服务商查询，查明前不会重复发送。阿里云、腾讯云只发送已登记编号的模板。',
        )}
      </p>
      <div className="sms-service-table">
        {rows.length === 0 ? (
          <EmptyState title={t('没有短信服务商：短信留在待发送，到期作废')} />
        ) : (
          <PlainTable
            label={t('服务商')}
            rows={rows}
            rowKey={(row) => row.smsServiceId ?? 'installed'}
            rowProps={(row) => ({ onKeyDown: own(row) && mayChange ? onKey(row) : undefined })}
            columns={[
              ...(mayChange && rows.some(own)
                ? [
                    {
                      title: t('顺序'),
                      width: '72px',
                      cell: (row: SmsServiceView) => (
                        <span className="sms-service-actions">
                          {mover(row, true)}
                          {mover(row, false)}
                        </span>
                      ),
                    },
                  ]
                : []),
              { title: t('服务商'), head: true, cell: nameOf },
              { title: t('状态'), cell: (row) => <EnabledTag enabled={row.enabled} /> },
              { title: t('密钥'), cell: (row) => (own(row) ? (row.keyLast4 === '' ? '—' : `••••${row.keyLast4}`) : t('由安装方提供')) },
              { title: t('签名'), cell: (row) => row.signName || '—' },
              { title: t('可发模板'), end: true, cell: (row) => countText(row.texts) },
              { title: t('单价'), end: true, cell: (row) => priceWords(row.priceFenX100) },
              {
                title: t('今日发送'),
                end: true,
                cell: (row) => `${countText(row.takenToday)}${row.dailyQuota === null ? '' : ` / ${countText(row.dailyQuota)}`}`,
              },
              {
                title: t('操作'),
                cell: (row) =>
                  own(row) ? (
                    <span className="sms-service-actions">
                      <Button size="small" onClick={() => setCoding(row)}>
                        {t('模板编号')}
                      </Button>
                      {mayChange ? (
                        <>
                          <Button size="small" onClick={() => setTrying(row)}>
                            {t('试发')}
                          </Button>
                          {row.reportUrl === '' ? null : (
                            <Button size="small" onClick={() => void copy(row)}>
                              {t('复制回执地址')}
                            </Button>
                          )}
                          <Button size="small" onClick={() => setEditing(row)}>
                            {t('修改')}
                          </Button>
                          <Button size="small" onClick={() => void toggle(row).catch(() => {})}>
                            {row.enabled ? t('停用') : t('启用')}
                          </Button>
                          <Button size="small" danger onClick={() => setRemoving(row)}>
                            {t('删除')}
                          </Button>
                        </>
                      ) : null}
                    </span>
                  ) : (
                    '—'
                  ),
              },
            ]}
          />
        )}
      </div>
      <ServiceForm open={editing !== null} row={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      <CodesDrawer row={coding} mayChange={mayChange} onClose={() => setCoding(null)} />
      <TryDrawer row={trying} onClose={() => setTrying(null)} />
      <ConfirmDialog
        open={removing !== null}
        title={t('删除这家服务商')}
        okText={t('删除')}
        danger
        onConfirm={async () => {
          if (removing) await sendCall(smsServiceCalls.remove, { smsServiceId: removing.smsServiceId, version: removing.version })
          await refresh(READ)
        }}
        onClose={() => setRemoving(null)}
      >
        {removing ? (
          <p>{t('删除后不再由 {name} 发送，密钥与登记的模板编号一并清除；已发短信的记录和费用保留。', { name: nameOf(removing) })}</p>
        ) : null}
      </ConfirmDialog>
    </Panel>
  )
}
