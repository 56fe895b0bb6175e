import { checkResultText, driverFaceCalls, faceTriggerText } from '@chauffeur/contract/qualification/face'
import { letters, none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Tag, type Tone } from '#ui/show/tag.tsx'

const toneOf: Record<keyof typeof checkResultText, Tone> = { PASS: 'done', FAIL: 'lost', ERROR: 'wait', SKIPPED: 'off' }

const FacePicture = lazyPiece(() => import('./face-picture.dialog.tsx'))

/** Whose face was asked for, what for, and what came of it. */
export default defineList(driverFaceCalls.checks, ({ c, f }) => ({
  name: 'driver.faceChecks',
  title: t('人脸核验记录'),
  rowKey: (row) => row.checkId,
  rowName: (row) => `${row.driverName} ${row.driverNo}`,
  open: ({ driverId }) => `/yunYing/driverDetail?driverId=${driverId}`,
  fills: t('城市要求人脸核验后，每次核验都记录在这里。'),
  filters: [
    f.keyword(t('工号、姓名或电话')),
    f.city(),
    f.word('trigger', t('场景'), faceTriggerText),
    f.word('result', t('结果'), checkResultText),
    f.days('at', t('核验时间')),
  ],
  columns: [
    c.link('driverNo', t('司机'), (row) => `/yunYing/driverDetail?driverId=${row.driverId}`, {
      like: letters(8),
      words: (row) => row.driverName,
      under: (row) => row.driverNo,
      shows: ['driverNo', 'driverName'],
    }),
    c.time('at', t('核验时间')),
    c.of('cityName', t('城市'), (row) => tr(row.cityName), letters(5)),
    c.of('trigger', t('场景'), (row) => tr(faceTriggerText[row.trigger]), Object.values(faceTriggerText).map(tr)),
    c.of(
      'result',
      t('结果'),
      (row) => <Tag tone={toneOf[row.result]}>{tr(checkResultText[row.result])}</Tag>,
      Object.values(checkResultText).map(tr),
      { besidePx: 16 },
    ),
    c.two(
      'scoreBp',
      t('相似度'),
      (row) => (row.scoreBp === null ? none : `${(row.scoreBp / 100).toFixed(1)}%`),
      (row) => (row.live === null ? null : row.live ? t('现场拍摄') : t('非现场拍摄')),
      ['100.0%', t('非现场拍摄')],
      { shows: ['scoreBp', 'live'] },
    ),
    c.text('reason', t('说明')),
    c.text('provider', t('核验服务'), undefined, { optional: true }),
  ],
  actions: [{ key: 'picture', label: t('查看照片'), may: driverFaceCalls.picture, Dialog: FacePicture }],
}))
