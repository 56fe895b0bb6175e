import { placeCalls, type PlaceRow } from '@chauffeur/contract/operations/place'
import { cityCalls } from '@chauffeur/contract/operations/city'
import { sendCall } from '#platform/http/call.ts'
import { joined, t } from '#platform/text/text.ts'
import { undoBy } from '#kit/edit/undo.ts'
import { defineImport } from '#kit/import/import-button.tsx'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { RowAction } from '#kit/list/define.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'

const PlaceForm = lazyPiece(() => import('./place.form.tsx'))

const shows = [placeCalls.list, cityCalls.searchPlaces]

const Import = defineImport<PlaceRow>(() => ({
  kind: 'operations.places',
  title: t('地点'),
  may: placeCalls.save,
  hint: t(
    '每行一个地点：名称、城市、地址、纬度、经度，另可有坐标系（WGS84 或 GCJ02，不填为 WGS84）、别名、出入口、上车提示。已有同名同地址的不会改动。',
  ),
  example: t(
    '萧山机场，杭州，空港大道，30.2365，120.4320，WGS84，萧山国际机场、HGH，T4 到达 3 号门@30.2391,120.4371@指示牌下，联系后再到门口',
  ),
  refreshes: shows,
}))

const switching = (enabled: boolean): RowAction<PlaceRow> => ({
  key: enabled ? 'start' : 'stop',
  label: enabled ? t('启用') : t('停用'),
  danger: !enabled,
  confirm: {
    text: ({ name }) => (
      <p>{enabled ? t('启用后接单台可以搜到 {name}。', { name }) : t('停用后接单台不再搜到 {name}，已下的订单不变。', { name })}</p>
    ),
    send: ({ placeId, version }) => sendCall(placeCalls.enable, { placeId, version, enabled }),
    done: enabled ? t('已启用') : t('已停用'),
    undo: ({ placeId }, { version }: PlaceRow) => undoBy(placeCalls.enable, { placeId, version, enabled: !enabled }),
    refreshes: shows,
  },
})

/** Places that the business keeps: what operators find first when they look for an address. */
export default defineList(placeCalls.list, ({ c, f }) => ({
  name: 'operations.places',
  title: t('地点库'),
  rowKey: (row) => row.placeId,
  rowName: (row) => row.name,
  open: ['edit'],
  fills: t('添加常用地点及其出入口，接单时按名称、别名、拼音或首字母即可搜到，并提示在哪里上车。'),
  Buttons: Import,
  add: {
    may: placeCalls.save,
    label: t('新建地点'),
    Dialog: ({ open, onClose }) => <PlaceForm open={open} row={null} onClose={onClose} />,
  },
  filters: [f.keyword(t('名称、别名、拼音、首字母或地址')), f.city(), f.flag('enabled', t('状态'), t('已启用'), t('已停用'))],
  columns: [
    c.opener('name', t('名称'), { like: letters(14), under: (row) => joined(row.aliases) }),
    c.city(),
    c.enabled('enabled', t('状态'), (row) => row.enabled),
    c.text('address', t('地址')),
    c.text('entrances', t('出入口'), (row) => joined(row.entrances.map(({ name }) => name))),
    c.text('pickupNote', t('上车提示')),
    c.time('updatedAt', t('修改时间')),
  ],
  actions: [
    {
      key: 'edit',
      label: t('修改'),
      letter: 'E',
      Dialog: ({ row, open, onClose }) => <PlaceForm open={open} row={row} onClose={onClose} />,
    },
    switching(true),
    switching(false),
    {
      key: 'remove',
      label: t('删除'),
      danger: true,
      confirm: {
        text: ({ name }) => <p>{t('删除后接单台不再搜到 {name}，已下的订单不变。只是暂时不用的，请停用。', { name })}</p>,
        send: ({ placeId, version }) => sendCall(placeCalls.remove, { placeId, version }),
        done: t('已删除'),
        undo: ({ cityId, name, address, aliases, lat, lng, entrances, pickupNote }) =>
          undoBy(placeCalls.save, { cityId, name, address, aliases, lat, lng, entrances, pickupNote }),
        refreshes: shows,
      },
    },
  ],
}))
