import {
  type CityMoved,
  type CityMoveResult,
  type CityRow,
  cityOpeningCalls,
  cityStateText,
} from '@chauffeur/contract/operations/city-opening'
import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import { Alert, Button, Checkbox, Drawer, Segmented } from 'antd'
import { useState } from 'react'
import { TrialForm } from '#kit/edit/trial.form.tsx'
import { ClockField, LongTextField } from '#kit/fields/fields.ts'
import { useSend } from '#platform/http/call.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { Tag, type Tone } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { checkNameText, cityStateTone, showsCities } from '../city/city.view.ts'

const TYPED = 'operations.cities.many'
interface Values {
  untilClock?: string
  reason?: string
}
type What = InputOf<typeof cityOpeningCalls.moveMany>['what']
type Result = AnswerOf<typeof cityOpeningCalls.moveMany>
/** What became, or would become, of each; by what was asked. */
interface Told {
  asked: string
  done: boolean
  result: Result
}

/** Orders of many cities are stopped, for a night or until somebody starts them, or started: what would become of each is shown first, then what did. */
export default function ManyCitiesDrawer({ cities, open, onClose }: { cities: readonly CityRow[]; open: boolean; onClose: () => void }) {
  const [what, setWhat] = useState<What>('CLOSE')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [told, setTold] = useState<Told | null>(null)
  const [problem, setProblem] = useState('')
  const [, setTyped] = useTabState<Values>(TYPED, { untilClock: '06:00' })
  const move = useSend(cityOpeningCalls.moveMany, { refreshes: showsCities })
  const may = ({ allowedActions }: CityRow) => allowedActions.includes(what === 'CLOSE' ? 'close' : 'open')
  const able = cities.filter(may)
  const rows = able.filter(({ cityId }) => chosen.has(cityId))
  const ask = (values: Values, asked: string, preview: boolean) => {
    setProblem('')
    const of = rows.map(({ cityId, version }) => ({ cityId, version }))
    move
      .send({ what, rows: of as never, preview, ...(what === 'CLOSE' && values) })
      .then((result) => setTold({ asked, done: !preview, result }))
      .catch((error: unknown) => setProblem(faultOf(error).hint))
  }
  const close = () => {
    if (told?.done) setTyped({ untilClock: '06:00' })
    onClose()
  }
  const choose = (next: ReadonlySet<string>) => {
    setChosen(next)
    setTold(null)
  }
  return (
    <Drawer
      open={open}
      size={760}
      destroyOnHidden
      title={t('多个城市停止或开始接单')}
      afterOpenChange={(shown) => {
        if (shown) return
        setTold(null)
        setChosen(new Set())
      }}
      onClose={close}
    >
      <Segmented<What>
        aria-label={t('做什么')}
        value={what}
        disabled={told?.done ?? false}
        onChange={(next) => {
          setWhat(next)
          choose(new Set())
        }}
        options={[
          { value: 'CLOSE', label: t('停止接单') },
          { value: 'OPEN', label: t('开始接单') },
        ]}
      />
      <TrialForm<Values>
        name={TYPED}
        initial={{ untilClock: '06:00' }}
        fields={
          what === 'CLOSE' ? (
            <>
              <ClockField name="untilClock" label={t('恢复接单时间')} hint={t('各城市当地时间的下一个此刻；不填则由人工开通')} />
              <LongTextField name="reason" label={t('原因')} required maxLength={200} />
            </>
          ) : null
        }
      >
        {(values) => {
          const asked = JSON.stringify([what, values, rows.map(({ cityId, version }) => [cityId, version])])
          const current = told && (told.done || told.asked === asked) ? told : null
          const results = new Map(current?.result.rows.map((row) => [row.cityId, row]))
          return (
            <>
              {problem ? <Alert type="error" showIcon role="alert" title={problem} className="ui-form-problem" /> : null}
              {current?.done ? null : (
                <Checkbox
                  checked={rows.length > 0 && rows.length === able.length}
                  indeterminate={rows.length > 0 && rows.length < able.length}
                  onChange={({ target }) => choose(new Set(target.checked ? able.map(({ cityId }) => cityId) : []))}
                >
                  {t('全部城市')}
                </Checkbox>
              )}
              <PlainTable
                label={t('每个城市的结果')}
                rows={current?.done ? cities.filter(({ cityId }) => results.has(cityId)) : able}
                rowKey={({ cityId }) => cityId}
                columns={[
                  {
                    title: t('城市'),
                    head: true,
                    cell: ({ cityId, name }) => (
                      <Checkbox
                        disabled={current?.done ?? false}
                        checked={current?.done ? results.has(cityId) : chosen.has(cityId)}
                        onChange={({ target }) =>
                          choose(new Set(target.checked ? [...chosen, cityId] : [...chosen].filter((one) => one !== cityId)))
                        }
                      >
                        {tr(name)}
                      </Checkbox>
                    ),
                  },
                  { title: t('现在'), cell: ({ state }) => <Tag tone={cityStateTone[state]}>{tr(cityStateText[state])}</Tag> },
                  { title: t('进行中'), end: true, cell: ({ cityId }) => results.get(cityId)?.running ?? '' },
                  { title: t('找司机'), end: true, cell: ({ cityId }) => results.get(cityId)?.searching ?? '' },
                  { title: t('预约'), end: true, cell: ({ cityId }) => results.get(cityId)?.bookings ?? '' },
                  {
                    title: t('结果'),
                    cell: ({ cityId, utcOffsetMinutes }) => (
                      <Outcome row={results.get(cityId)} done={current?.done ?? false} offsetMinutes={utcOffsetMinutes} what={what} />
                    ),
                  },
                ]}
              />
              <div className="ui-dialog-footer">
                <Button onClick={close}>{t('关闭')}</Button>
                {current?.done ? null : current ? (
                  <Button
                    type="primary"
                    danger={what === 'CLOSE'}
                    loading={move.pending}
                    disabled={current.result.done === 0}
                    onClick={() => ask(values, asked, false)}
                  >
                    {what === 'CLOSE'
                      ? t('停止 {n} 个城市接单', { n: current.result.done })
                      : t('开始 {n} 个城市接单', { n: current.result.done })}
                  </Button>
                ) : (
                  <Button type="primary" loading={move.pending} disabled={rows.length === 0} onClick={() => ask(values, asked, true)}>
                    {t('预览')}
                  </Button>
                )}
              </div>
            </>
          )
        }}
      </TrialForm>
    </Drawer>
  )
}

const tone: Record<CityMoveResult, Tone> = { DONE: 'run', SAME: 'off', CONFLICT: 'lost', NOT_READY: 'lost', NOT_YOURS: 'lost' }
const words = (result: CityMoveResult, done: boolean, what: What): string => {
  if (result === 'DONE') {
    if (what === 'CLOSE') return done ? t('已停止接单') : t('将停止接单')
    return done ? t('已开始接单') : t('将开始接单')
  }
  if (result === 'SAME') return t('已是如此')
  if (result === 'NOT_READY') return t('必备条件未满足')
  return result === 'CONFLICT' ? t('已被他人修改，保持原样') : t('没有修改权限，保持原样')
}

function Outcome({ row, done, offsetMinutes, what }: { row: CityMoved | undefined; done: boolean; offsetMinutes: number; what: What }) {
  if (!row) return null
  return (
    <>
      <Tag tone={done && row.result === 'DONE' ? 'done' : tone[row.result]}>{words(row.result, done, what)}</Tag>
      {row.until ? (
        <span className="city-switch-means">
          <Time at={row.until} as="short" offsetMinutes={offsetMinutes} /> {t('恢复')}
        </span>
      ) : null}
      {row.missing.length > 0 ? (
        <span className="city-switch-means">{row.missing.map((check) => tr(checkNameText[check])).join(' ')}</span>
      ) : null}
    </>
  )
}
