import { type CityRow, cityOpeningCalls, cityStateText } from '@chauffeur/contract/operations/city-opening'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Distance } from '#ui/show/measure.tsx'
import { Time } from '#ui/show/time.tsx'
import { cityStateTone } from './city.view.ts'

const AddForm = lazyPiece(() => import('./city-add.form.tsx'))
const AreaForm = lazyPiece(() => import('./city-area.form.tsx'))
const CloseForm = lazyPiece(() => import('./city-close.form.tsx'))
const CopyDrawer = lazyPiece(() => import('./city-copy.drawer.tsx'))
const CheckDrawer = lazyPiece(() => import('./city-check.drawer.tsx'))

/** Of a closing that is planned or goes on: why, from when, to when. */
const Closing = ({ closedFrom, closedUntil, closedReason, utcOffsetMinutes }: CityRow) =>
  closedFrom === null ? null : (
    <span title={closedReason}>
      <Time at={closedFrom} as="short" offsetMinutes={utcOffsetMinutes} /> –{' '}
      {closedUntil === null ? '' : <Time at={closedUntil} as="short" offsetMinutes={utcOffsetMinutes} />} {closedReason}
    </span>
  )

/** The cities of the business: which take orders, where, and what they lack. */
export default defineList(cityOpeningCalls.list, ({ c, f }) => ({
  name: 'operations.cities',
  title: t('城市管理'),
  rowKey: (row) => row.cityId,
  rowName: (row) => tr(row.name),
  open: ['check'],
  fills: t('新增城市后，按开通条件补齐设置，即可接单。'),
  add: {
    may: cityOpeningCalls.add,
    label: t('新增城市'),
    Dialog: ({ open, onClose }) => <AddForm open={open} onClose={onClose} />,
  },
  filters: [f.keyword(t('城市名称或拼音')), f.flag('open', t('状态'), t('接单中'), t('不接单'))],
  columns: [
    c.opener('name', t('城市'), { like: letters(8), words: (row) => tr(row.name), under: (row) => row.cityId }),
    c.status('state', t('状态'), cityStateText, cityStateTone),
    c.of('closing', t('停止接单'), (row) => <Closing {...row} />, letters(16), { grow: true, shows: ['closedFrom', 'closedReason'] }),
    c.of(
      'area',
      t('服务范围'),
      (row) =>
        row.serviceArea ? (
          t('多边形，{n} 个点', { n: (row.serviceArea.coordinates[0]?.length ?? 1) - 1 })
        ) : (
          <span>
            {t('半径')} <Distance m={row.serviceRadiusM} />
          </span>
        ),
      [t('多边形，{n} 个点', { n: 200 })],
      { shows: ['serviceRadiusM'] },
    ),
    c.text('orgName', t('负责公司')),
    c.count('driversQualified', t('合格司机')),
    c.count('driversOnDuty', t('在岗司机')),
    c.count('liveOrders', t('进行中订单')),
    c.time('updatedAt', t('修改时间'), { optional: true }),
  ],
  actions: [
    {
      key: 'check',
      label: (row) => (row.allowedActions.includes('open') ? t('开通') : t('开通条件')),
      can: () => true,
      letter: 'O',
      Dialog: ({ row, open, onClose }) => <CheckDrawer row={open ? row : null} onClose={onClose} />,
    },
    {
      key: 'area',
      label: t('服务范围'),
      letter: 'E',
      Dialog: ({ row, open, onClose }) => <AreaForm open={open} row={row} onClose={onClose} />,
    },
    {
      key: 'copy',
      label: t('复制设置'),
      letter: 'C',
      Dialog: ({ row, open, onClose }) => <CopyDrawer row={open ? row : null} onClose={onClose} />,
    },
    {
      key: 'close',
      label: t('停止接单'),
      danger: true,
      Dialog: ({ row, open, onClose }) => <CloseForm open={open} row={row} onClose={onClose} />,
    },
  ],
}))
