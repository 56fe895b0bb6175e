import { driverFaceCalls } from '@chauffeur/contract/qualification/face'
import { defineList } from '#kit/list/define.list.tsx'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { datedFilters, periodColumns, whoseColumns } from '#shared/dated/dated.list.tsx'

const FaceWhiteForm = lazyPiece(() => import('./face-white.form.tsx'))

/** Whose face is not asked for, until an end. */
export default defineList(driverFaceCalls.whiteList, ({ f, a }) => ({
  name: 'driver.faceWhites',
  title: t('人脸核验白名单'),
  extra: t('期间内上线、接单和提现都不再核验人脸，到期自动恢复'),
  rowKey: (row) => row.whiteId,
  rowName: (row) => `${row.driverName} ${row.driverNo}`,
  open: ['edit'],
  fills: t('还没有免人脸核验的司机。'),
  add: { may: driverFaceCalls.whiteSave, label: t('加入人脸核验白名单'), Dialog: FaceWhiteForm },
  filters: datedFilters(f),
  columns: [...whoseColumns(), ...periodColumns()],
  actions: [
    a.edit(FaceWhiteForm),
    a.remove({
      text: ({ driverName, state }) =>
        state === 'CURRENT'
          ? t('立即结束 {name} 的免核验，之后按城市规则核验人脸。', { name: driverName })
          : t('删除 {name} 未开始的免核验。', { name: driverName }),
      send: ({ whiteId, version }) => sendCall(driverFaceCalls.whiteDel, { whiteId, version }),
    }),
  ],
}))
