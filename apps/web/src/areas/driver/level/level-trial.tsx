import type { driverLevelCalls, LevelTrial } from '@chauffeur/contract/driver/level'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { SwitchField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { PlainTable } from '#ui/table/plain-table.tsx'
import '../driver.css'

type Trial = typeof driverLevelCalls.basicTrial | typeof driverLevelCalls.globalTrial | typeof driverLevelCalls.upgradeTrial

/** Where the refusal of settings that leave nobody above the lowest level stands: at the switch that confirms them. */
export const leavesNobody = { 'driverLevel.leavesNobody': 'anyway' }

interface LevelTrialProps<C extends Trial> {
  call: C
  row: { settingId: string; version: number } | null
}
/** In a form of levels: who would rise and who would fall by what is typed. Nothing is saved. */
export function TryLevels<C extends Trial>({ call, row }: LevelTrialProps<C>) {
  const form = Form.useFormInstance<InputOf<C>>()
  const [tried, setTried] = useState<InputOf<C> | null>(null)
  const take = () =>
    form
      .validateFields()
      .then((values) => {
        const { changeReason: _reason, anyway: _anyway, ...asked } = values as InputOf<C> & { changeReason?: string; anyway?: boolean }
        setTried({ ...asked, ...(row && { settingId: row.settingId, version: row.version }) } as InputOf<C>)
      })
      // What is wrong stands at its field.
      .catch(() => setTried(null))
  return (
    <section className="driver-trial" aria-label={t('试算')}>
      <Button size="small" onClick={() => void take()}>
        {t('试算对司机的影响')}
      </Button>
      {tried ? <Consequence call={call} asked={tried} /> : null}
      <SwitchField name="anyway" label={t('没有司机能达到最低以上等级时也保存')} />
    </section>
  )
}

function Consequence<C extends Trial>({ call, asked }: { call: C; asked: InputOf<C> }) {
  const query = useCall(call as typeof driverLevelCalls.basicTrial, asked as InputOf<typeof driverLevelCalls.basicTrial>)
  return <Async query={query}>{(trial) => <Outcome trial={trial} />}</Async>
}

const Outcome = ({ trial }: { trial: LevelTrial }) => (
  <div role="status" ref={(box) => box?.scrollIntoView?.({ block: 'nearest' })}>
    <ul>
      <li>{t('涉及司机 {n} 人', { n: countText(trial.drivers) })}</li>
      {trial.enabled ? (
        <>
          <li>{t('立即升级 {n} 人', { n: countText(trial.rise) })}</li>
          {trial.fall > 0 ? <li>{t('等级取消，立即下调 {n} 人', { n: countText(trial.fall) })}</li> : null}
          <li>{t('按目前表现，月末降级 {n} 人', { n: countText(trial.fallLater) })}</li>
        </>
      ) : (
        <li>{t('自动升降级未启用，等级不会变动')}</li>
      )}
      {trial.onlyLowest ? <li className="driver-alarm">{t('注意：按此设置，没有司机能达到最低以上的等级')}</li> : null}
    </ul>
    <PlainTable
      label={t('各等级人数')}
      rows={trial.byLevel}
      rowKey={({ level }) => String(level)}
      columns={[
        { title: t('等级'), head: true, cell: ({ name }) => tr(name) },
        { title: t('现在'), end: true, cell: ({ now }) => countText(now) },
        { title: t('月末预计'), end: true, cell: ({ after }) => countText(after) },
      ]}
    />
    <Movers title={t('升级的司机')} rows={trial.risers} all={trial.rise} />
    <Movers title={t('降级的司机')} rows={trial.fallers} all={trial.fall + trial.fallLater} />
  </div>
)

const Movers = ({ title, rows, all }: { title: string; rows: LevelTrial['risers']; all: number }) =>
  rows.length === 0 ? null : (
    <section aria-label={title}>
      <h4>{all > rows.length ? t('{title}（前 {n} 名）', { title, n: rows.length }) : title}</h4>
      <PlainTable
        label={title}
        rows={rows}
        rowKey={({ driverId }) => driverId}
        columns={[
          { title: t('司机'), head: true, cell: ({ driverName, driverNo }) => `${driverName} ${driverNo}` },
          { title: t('城市'), cell: ({ cityName }) => tr(cityName) },
          { title: t('现在'), cell: ({ fromName }) => tr(fromName) },
          { title: t('之后'), cell: ({ toName }) => tr(toName) },
        ]}
      />
    </section>
  )
