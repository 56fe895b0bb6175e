import { type CustomerLevel, levelCalls, MOST_LEVEL } from '@chauffeur/contract/customer/level'
import { Button } from 'antd'
import { useState } from 'react'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { type Fact } from '#kit/config/config.view.ts'
import { ReasonField } from '#kit/config/reason-field.tsx'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CountField, MinutesField } from '#kit/fields/number-fields.tsx'
import { RowsField } from '#kit/fields/rows-field.tsx'
import { TextField } from '#kit/fields/text-fields.tsx'
import { Async } from '#ui/page/async.tsx'
import { Page, Panel } from '#ui/page/page.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'

const waitWords = (freeWaitS: number) => (freeWaitS === 0 ? '—' : t('{n} 分钟', { n: Number((freeWaitS / 60).toFixed(1)) }))
const levelWords = ({ name, priority, freeWaitS }: CustomerLevel) =>
  t('{name}：派单优先 {n}，多免等候 {wait}', { name, n: priority, wait: waitWords(freeWaitS) })
const factsOf = ({ levels }: { levels: readonly CustomerLevel[] }): Fact[] =>
  levels.map((one) => ({ label: t('{n} 级', { n: one.level }), words: levelWords(one) }))

/** What a customer's level promises. */
export default function LevelsScreen() {
  const query = useCall(levelCalls.level, {})
  const mayEdit = query.data?.mayChange ?? false
  const [open, setOpen] = useState<'form' | 'history' | null>(null)
  const close = () => setOpen(null)
  return (
    <Page
      title={t('客户等级')}
      extra={t('修改只影响之后下的订单')}
      actions={
        <>
          <Button onClick={() => setOpen('history')}>{t('历史')}</Button>
          {mayEdit ? (
            <Button type="primary" onClick={() => setOpen('form')}>
              {t('修改')}
            </Button>
          ) : null}
        </>
      }
    >
      <Panel>
        <Async query={query}>
          {({ levels }) => (
            <PlainTable
              label={t('客户等级')}
              rows={levels}
              rowKey={({ level }) => String(level)}
              columns={[
                { title: t('等级'), cell: ({ level }) => <span className="ui-number">{level}</span> },
                { title: t('名称'), head: true, cell: ({ name }) => tr(name) },
                { title: t('派单优先'), cell: ({ priority }) => <span className="ui-number">{priority}</span> },
                { title: t('多免等候'), cell: ({ freeWaitS }) => waitWords(freeWaitS) },
              ]}
            />
          )}
        </Async>
      </Panel>
      {query.data ? (
        <CallForm
          call={levelCalls.levelSave}
          refreshes={[levelCalls.level, levelCalls.levelHistory]}
          open={open === 'form'}
          as="drawer"
          width={680}
          title={t('修改客户等级')}
          row={query.data}
          beside={(row) => ({ version: row?.version ?? 0 })}
          present={() => sendCall(levelCalls.level, {})}
          onClose={close}
        >
          <RowsField<CustomerLevel>
            name="levels"
            label={t('等级')}
            words={(levels: readonly CustomerLevel[]) => levels.map(levelWords).join('\n')}
            addText={t('增加一级')}
            added={{ level: 4, name: '', priority: 0, freeWaitS: 0 }}
            most={MOST_LEVEL + 1}
            removeText={(n) => t('删除第 {n} 行', { n })}
          >
            {(at) => (
              <>
                <CountField name={[at, 'level']} label={t('等级')} required min={0} max={MOST_LEVEL} />
                <TextField name={[at, 'name']} label={t('名称')} required maxLength={10} />
                <CountField name={[at, 'priority']} label={t('派单优先')} required min={0} max={9} />
                <MinutesField name={[at, 'freeWaitS']} label={t('多免等候')} required min={0} max={7_200} />
              </>
            )}
          </RowsField>
          <ReasonField />
        </CallForm>
      ) : null}
      <VersionsDrawer
        open={open === 'history'}
        title={t('客户等级的历史')}
        query={useCall(levelCalls.levelHistory, {}, { enabled: open === 'history' })}
        factsOf={factsOf}
        back={
          mayEdit
            ? {
                call: levelCalls.levelSave,
                save: ({ levels }, { version }, changeReason) =>
                  sendCall(levelCalls.levelSave, { levels, version, changeReason }, { silent: true }),
                refreshes: [levelCalls.level, levelCalls.levelHistory],
              }
            : undefined
        }
        onClose={close}
      />
    </Page>
  )
}
