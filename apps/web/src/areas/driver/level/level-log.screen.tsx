import { driverStandingCalls, type LevelChange } from '@chauffeur/contract/driver/level-driver'
import { levelCauseText } from '@chauffeur/contract/driver/level-model'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { RowDrawerProps } from '#kit/list/define.view.ts'
import { t, tr } from '#platform/text/text.ts'
import { percentText } from '#ui/show/measure.view.ts'
import { Time } from '#ui/show/time.tsx'
import '../driver.css'

/** Why a level was changed, with the figures of then. */
const ChangeDrawer = ({ row: opened, onClose }: RowDrawerProps<LevelChange>) => (
  <KeptDrawer row={opened} title={(row) => t('{name} 的等级变更', { name: row.driverName })} size={480} onClose={onClose}>
    {(row) => (
      <div className="driver-online">
        <ul>
          {row.words.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <Facts
          as="pairs"
          facts={[
            [t('时间'), <Time key="at" at={row.at} as="exact" />],
            [t('经验值'), row.figures.exp],
            [t('本月完单'), row.figures.orders],
            [t('有责取消率'), percentText(row.figures.cancelBp)],
            [t('接单率（近 30 天）'), row.figures.acceptBp === null ? t('无派单') : percentText(row.figures.acceptBp)],
            [t('评分'), (row.figures.ratingX100 / 100).toFixed(2)],
          ]}
        />
      </div>
    )}
  </KeptDrawer>
)

/** What became of drivers' levels, and why. */
export default defineList(driverStandingCalls.log, ({ c, f }) => ({
  name: 'driver.levelLog',
  title: t('等级变更记录'),
  rowKey: (row) => row.changeId,
  rowName: (row) => `${row.driverName} ${row.driverNo}`,
  open: ['look'],
  fills: t('等级变动后，这里记录原因和当时的数据。'),
  filters: [f.keyword(t('工号、姓名或电话')), f.city(), f.word('cause', t('原因'), levelCauseText), f.days('at', t('时间'))],
  columns: [
    c.opener('driverNo', t('司机'), {
      like: letters(8),
      words: (row) => row.driverName,
      under: (row) => row.driverNo,
      shows: ['driverNo', 'driverName'],
    }),
    c.of('cityName', t('城市'), (row) => tr(row.cityName), letters(5)),
    c.of('fromName', t('原等级'), (row) => tr(row.fromName), letters(4)),
    c.of('toName', t('新等级'), (row) => tr(row.toName), letters(4)),
    c.of('cause', t('原因'), (row) => tr(levelCauseText[row.cause]), Object.values(levelCauseText).map(tr)),
    c.text('words', t('变更说明'), (row) => row.words.join(' · ')),
    c.time('at', t('时间'), { sortable: true }),
  ],
  actions: [{ key: 'look', label: t('查看'), letter: 'V', Drawer: ChangeDrawer }],
}))
