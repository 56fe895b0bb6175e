import { type MapService, mapServiceCalls, type MapServiceKind } from '@chauffeur/contract/operations/map-service'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useMay } from '#platform/session/session.ts'
import { sendCall, refresh } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Panel } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { EnabledTag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { addressWords, failureWords, nameOf } from './map-service.view.ts'
import './map-service.css'

const MapServiceForm = lazyPiece(() => import('./map-service.form.tsx'))
const TryServiceDrawer = lazyPiece(() => import('./try-service.drawer.tsx'))
const own = (row: MapService): row is MapService & { serviceId: string } => row.serviceId !== null

/** The services of one kind, in the order in which they are asked. */
export function ServicesPanel({ kind, rows }: { kind: MapServiceKind; rows: readonly MapService[] }) {
  const mayChange = useMay(mapServiceCalls.save)
  const [editing, setEditing] = useState<MapService | 'new' | null>(null)
  const [trying, setTrying] = useState<MapService | null>(null)
  const [removing, setRemoving] = useState<MapService | null>(null)
  const table = useRef<HTMLDivElement>(null)
  const moved = useRef<string | null>(null)
  const toggle = async ({ serviceId, version, enabled }: MapService & { serviceId: string }) => {
    await sendCall(mapServiceCalls.enable, { serviceId, version, enabled: !enabled }).finally(() => refresh([mapServiceCalls.list]))
    toast.success(enabled ? t('已停用') : t('已启用'))
  }
  const move = async (row: MapService, up: boolean) => {
    const at = rows.indexOf(row)
    if (!own(row) || (up ? at === 0 : at === rows.length - 1)) return
    moved.current = `${row.serviceId}-${up ? 'up' : 'down'}`
    await sendCall(mapServiceCalls.move, { serviceId: row.serviceId, version: row.version, up })
    await refresh([mapServiceCalls.list])
  }
  // The row went elsewhere with the button that was pressed, which may be of no use there.
  useEffect(() => {
    if (moved.current === null) return
    const [serviceId] = moved.current.split('-')
    const buttons = [...(table.current?.querySelectorAll<HTMLButtonElement>(`[data-moves^="${serviceId}-"]:not(:disabled)`) ?? [])]
    const button = buttons.find(({ dataset }) => dataset.moves === moved.current) ?? buttons[0]
    moved.current = null
    button?.focus()
  }, [rows])
  const onKey = (row: MapService) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    void move(row, event.key === 'ArrowUp').catch(() => {})
  }
  const mover = (row: MapService, up: boolean, at: number) => (
    <Button
      size="small"
      type="text"
      data-moves={`${row.serviceId}-${up ? 'up' : 'down'}`}
      aria-label={up ? t('{name} 上移', { name: nameOf(row) }) : t('{name} 下移', { name: nameOf(row) })}
      disabled={up ? at === 0 : at === rows.length - 1}
      onClick={() => void move(row, up).catch(() => {})}
    >
      {up ? '↑' : '↓'}
    </Button>
  )
  const title = kind === 'ADDRESS' ? t('地址') : t('道路')
  return (
    <Panel
      title={title}
      extra={
        mayChange ? <Button onClick={() => setEditing('new')}>{kind === 'ADDRESS' ? t('添加地址服务') : t('添加道路服务')}</Button> : null
      }
    >
      <p className="map-service-why">
        {kind === 'ADDRESS'
          ? t('输入提示、搜索地址、地图选点的名称：先查自有地点，再按此顺序询问，一项出错就问下一项。')
          : t('估价、到达时间和派单的道路距离：按此顺序询问，都不通时按直线距离估算。')}
      </p>
      <div ref={table} className="map-service-table">
        {rows.length === 0 ? (
          <EmptyState title={kind === 'ADDRESS' ? t('没有地址服务：接单台只查得到自有地点') : t('没有道路服务：距离按直线估算')} />
        ) : (
          <PlainTable
            label={title}
            rows={rows}
            rowKey={(row) => row.serviceId ?? row.provider}
            rowProps={(row) => ({ onKeyDown: own(row) && mayChange ? onKey(row) : undefined })}
            columns={[
              ...(mayChange && rows.some(own)
                ? [
                    {
                      title: t('顺序'),
                      width: '72px',
                      cell: (row: MapService) => (
                        <span className="map-service-moves">
                          {mover(row, true, rows.indexOf(row))}
                          {mover(row, false, rows.indexOf(row))}
                        </span>
                      ),
                    },
                  ]
                : []),
              { title: t('服务'), head: true, cell: nameOf },
              { title: t('状态'), cell: (row) => <EnabledTag enabled={row.enabled} /> },
              { title: t('服务地址'), cell: (row) => (own(row) ? addressWords(row) : t('由安装方提供')) },
              { title: t('密钥'), cell: (row) => (row.keyLast4 === '' ? '—' : `••••${row.keyLast4}${row.signs ? t('（签名）') : ''}`) },
              {
                title: t('今日次数'),
                end: true,
                cell: (row) => `${countText(row.asked)}${row.dailyQuota === null ? '' : ` / ${countText(row.dailyQuota)}`}`,
              },
              { title: t('最近情况'), cell: (row) => <Standing row={row} /> },
              {
                title: t('操作'),
                cell: (row) => (
                  <span className="map-service-actions">
                    <Button size="small" onClick={() => setTrying(row)}>
                      {t('试一试')}
                    </Button>
                    {own(row) && mayChange ? (
                      <>
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
                ),
              },
            ]}
          />
        )}
      </div>
      {rows.some(({ provider }) => provider === 'PHOTON' || provider === 'NOMINATIM') ? (
        <p className="map-service-why">{t('Photon 与 Nominatim 的地址数据 © OpenStreetMap 贡献者')}</p>
      ) : null}
      <MapServiceForm open={editing !== null} kind={kind} row={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      <TryServiceDrawer row={trying} onClose={() => setTrying(null)} />
      <ConfirmDialog
        open={removing !== null}
        title={t('删除这项服务')}
        okText={t('删除')}
        danger
        onConfirm={async () => {
          if (removing && own(removing))
            await sendCall(mapServiceCalls.remove, { serviceId: removing.serviceId, version: removing.version })
          await refresh([mapServiceCalls.list])
        }}
        onClose={() => setRemoving(null)}
      >
        {removing ? <p>{t('删除后不再询问 {name}，密钥一并清除。', { name: nameOf(removing) })}</p> : null}
      </ConfirmDialog>
    </Panel>
  )
}

function Standing({ row }: { row: MapService }) {
  if (row.shut) return <span className="map-service-wrong">{t('连续失败，暂停询问')}</span>
  if (row.lastFailure)
    return (
      <span className="map-service-wrong">
        {t('今日失败 {n} 次，最近：', { n: row.failed })}
        {failureWords(row.lastFailure)}（<Time at={row.lastFailure.at} />）
      </span>
    )
  return row.asked > 0 ? <>{t('运行正常')}</> : <span className="ui-none">{t('今日未使用')}</span>
}
