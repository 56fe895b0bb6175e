import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { citySwitchCalls, citySwitches, MOST_SWITCHED, type SwitchResult } from '@chauffeur/contract/operations/city-switch'
import { Alert, Button, Drawer } from 'antd'
import { useState } from 'react'
import { TrialForm } from '#kit/edit/trial.form.tsx'
import { InstantField, ReasonField } from '#kit/fields/fields.ts'
import { useSend } from '#platform/http/call.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { Tag, type Tone } from '#ui/show/tag.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { type Change, clockOf, maySchedule } from './matrix.view.ts'
import { showsSwitches } from './switch.view.ts'

const TYPED = 'operations.switches.many'
interface Values {
  from?: string
  until?: string
  changeReason?: string
}
type Result = AnswerOf<typeof citySwitchCalls.batchSave>
/** What became, or would become, of each; by what was asked. */
interface Told {
  asked: string
  done: boolean
  changes: readonly Change[]
  result: Result
}

/** The switches that were pressed, city by city: what would become of each is shown first, then what did. */
export default function ManySwitchesDrawer({
  changes,
  open,
  onClose,
}: {
  changes: readonly Change[]
  open: boolean
  onClose: (done: boolean) => void
}) {
  const [told, setTold] = useState<Told | null>(null)
  const done = told?.done ?? false
  const [, setTyped] = useTabState<Values>(TYPED, {})
  const close = () => {
    // What was saved is not typed again by itself the next time.
    if (done) setTyped({})
    onClose(done)
  }
  return (
    <Drawer
      open={open}
      size={720}
      destroyOnHidden
      title={t('修改 {n} 项城市开关', { n: done ? told!.changes.length : changes.length })}
      afterOpenChange={(shown) => !shown && setTold(null)}
      onClose={close}
    >
      <div className="city-matrix-changes">
        <ManySwitches changes={changes} told={told} onTold={setTold} onClose={close} />
      </div>
    </Drawer>
  )
}

interface ManyProps {
  changes: readonly Change[]
  told: Told | null
  onTold: (told: Told) => void
  onClose: () => void
}
function ManySwitches({ changes, told, onTold, onClose }: ManyProps) {
  const batch = useSend(citySwitchCalls.batchSave, { refreshes: showsSwitches })
  const [problem, setProblem] = useState('')
  const shown = told?.done ? told.changes : changes
  const clock = clockOf(shown)
  const tooMany = changes.length > MOST_SWITCHED
  const ask = (values: Values, asked: string, preview: boolean) => {
    setProblem('')
    // What the preview showed is what is changed, and nothing that somebody switched since.
    const rows = changes.map(({ city: { cityId }, stand: { key, version }, on }) => ({ cityId, key, on, version }))
    batch
      .send({ ...values, rows: rows as never, preview })
      .then((result) => onTold({ asked, done: !preview, changes, result }))
      .catch((error: unknown) => setProblem(faultOf(error).hint))
  }
  return (
    <TrialForm<Values>
      name={TYPED}
      initial={{}}
      fields={
        <>
          {maySchedule(shown) ? (
            <>
              <InstantField name="from" label={t('生效时间')} hint={t('不填为立即')} offsetMinutes={clock} />
              <InstantField name="until" label={t('到时恢复')} hint={t('不填则一直如此')} offsetMinutes={clock} />
            </>
          ) : (
            <p>{t('上线人脸、保险核验和发车前拍照只能立即生效，一起修改的也立即生效')}</p>
          )}
          <ReasonField />
        </>
      }
    >
      {(values) => {
        const asked = JSON.stringify([values, shown.map(({ stand, on }) => [stand.cityId, stand.key, on, stand.version])])
        const current = told && (told.done || told.asked === asked) ? told : null
        return (
          <>
            {tooMany ? (
              <Alert type="warning" showIcon title={t('一次最多 {n} 项', { n: MOST_SWITCHED })} className="ui-form-problem" />
            ) : null}
            {problem ? <Alert type="error" showIcon role="alert" title={problem} className="ui-form-problem" /> : null}
            <Changes changes={shown} told={current} />
            <div className="ui-dialog-footer">
              <Button onClick={onClose}>{t('关闭')}</Button>
              {current?.done ? null : current ? (
                <Button
                  type="primary"
                  loading={batch.pending}
                  disabled={current.result.saved === 0}
                  onClick={() => ask(values, asked, false)}
                >
                  {t('保存 {n} 项', { n: current.result.saved })}
                </Button>
              ) : (
                <Button
                  type="primary"
                  loading={batch.pending}
                  disabled={tooMany || changes.length === 0}
                  onClick={() => ask(values, asked, true)}
                >
                  {t('预览')}
                </Button>
              )}
            </div>
          </>
        )
      }}
    </TrialForm>
  )
}

const tone: Record<SwitchResult, Tone> = { SAVED: 'run', SAME: 'off', CONFLICT: 'lost', NOT_YOURS: 'lost' }
const toldText = (result: SwitchResult, done: boolean): string => {
  if (result === 'SAVED') return done ? t('已修改') : t('可以修改')
  if (result === 'SAME') return t('已是如此')
  return result === 'CONFLICT' ? t('已被他人修改，保持原样') : t('没有修改权限，保持原样')
}
const onText = (on: boolean) => (on ? t('开启') : t('关闭〔开关〕'))

function Changes({ changes, told }: { changes: readonly Change[]; told: Told | null }) {
  const results = new Map(told?.result.rows.map((row) => [`${row.cityId} ${row.key}`, row]))
  const of = ({ stand: { cityId, key } }: Change) => results.get(`${cityId} ${key}`)
  return (
    <PlainTable
      rows={changes}
      rowKey={({ stand }) => `${stand.cityId} ${stand.key}`}
      label={t('每项开关的结果')}
      columns={[
        { title: t('城市'), cell: ({ city }) => tr(city.name), head: true },
        { title: t('开关'), cell: ({ stand: { key } }) => tr(citySwitches[key].name) },
        { title: t('现在'), cell: (change) => onText(of(change)?.before?.on ?? change.stand.on) },
        { title: t('改为'), cell: ({ on }) => onText(on) },
        {
          title: t('结果'),
          cell: (change) => {
            const row = of(change)
            if (!row) return null
            const plansOff = row.result === 'SAVED' && row.before !== null && row.before.planned > 0
            return (
              <>
                <Tag tone={told!.done && row.result === 'SAVED' ? 'done' : tone[row.result]}>{toldText(row.result, told!.done)}</Tag>
                {plansOff ? <span className="city-switch-means">{t('此后的计划作废')}</span> : null}
              </>
            )
          },
        },
      ]}
    />
  )
}
