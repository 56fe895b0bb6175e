import { smsServiceCalls, type SmsServiceView } from '@chauffeur/contract/message/service'
import { Button } from 'antd'
import { useState } from 'react'
import { ReasonField } from '#kit/config/reason-field.tsx'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { SelectField, SwitchField } from '#kit/fields/fields.ts'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { laneText, nameOf, type Order, orderFacts, placeTone, placeWords, recentWords } from './service.view.ts'

type Setting = Order['setting']
const READ = [smsServiceCalls.order, smsServiceCalls.orderHistory]
const LANES = ['codes', 'rest', 'bulk'] as const
const namesOf = (services: readonly SmsServiceView[]) =>
  new Map(services.flatMap((row) => (row.smsServiceId === null ? [] : [[row.smsServiceId, nameOf(row)] as const])))
const valuesOf = ({ adaptive, codes, rest, bulk }: Pick<Setting, 'adaptive' | 'codes' | 'rest' | 'bulk'>) => ({
  adaptive,
  codes: codes ?? undefined,
  rest: rest ?? undefined,
  bulk: bulk ?? undefined,
})

/** Which provider goes first now, by kind of message, and why. */
export function OrderPanel({ services }: { services: readonly SmsServiceView[] }) {
  const query = useCall(smsServiceCalls.order, {}, { refetchIntervalS: 10 })
  const [open, setOpen] = useState<'form' | 'history' | null>(null)
  const names = namesOf(services)
  const data = query.data
  const close = () => setOpen(null)
  return (
    <Panel
      title={t('当前发送顺序')}
      extra={
        <span className="sms-service-actions">
          <Button size="small" onClick={() => setOpen('history')}>
            {t('历史')}
          </Button>
          {data?.mayChange ? (
            <Button size="small" onClick={() => setOpen('form')}>
              {t('调整')}
            </Button>
          ) : null}
        </span>
      }
    >
      <Async query={query}>
        {({ lanes, setting }) => (
          <>
            <p className="sms-service-why">
              {setting.adaptive
                ? t('多数未接收、或送达率比其他家低 15 个百分点以上的，会自动排到后面，情况过去后自动恢复。')
                : t('自动调整已关闭：始终按设定顺序。')}
            </p>
            <div className="sms-service-table">
              <PlainTable
                label={t('当前发送顺序')}
                rows={lanes.flatMap(({ lane, order }) => order.map((one, at) => ({ lane, at, one })))}
                rowKey={({ lane, at }) => `${lane}-${at}`}
                columns={[
                  { title: t('短信种类'), head: true, cell: ({ lane, at }) => (at === 0 ? tr(laneText[lane]) : '') },
                  { title: t('顺位'), end: true, cell: ({ at }) => at + 1 },
                  { title: t('服务商'), cell: ({ one }) => nameOf(one) },
                  { title: t('排序依据'), cell: ({ one }) => <Tag tone={placeTone[one.place]}>{placeWords(one)}</Tag> },
                  { title: t('近期情况'), cell: ({ one }) => recentWords(one) },
                ]}
              />
            </div>
          </>
        )}
      </Async>
      {data ? (
        <CallForm<typeof smsServiceCalls.saveOrder, Setting>
          call={smsServiceCalls.saveOrder}
          refreshes={READ}
          open={open === 'form'}
          as="drawer"
          width={480}
          title={t('调整发送顺序')}
          row={data.setting}
          valuesOf={valuesOf}
          beside={(row) => ({ version: row?.version ?? 0 })}
          present={async () => (await sendCall(smsServiceCalls.order, {})).setting}
          onClose={close}
        >
          <SwitchField name="adaptive" label={t('自动调整')} hint={t('按近期接收与送达情况把出问题的服务商排到后面')} />
          {LANES.map((lane) => (
            <SelectField
              key={lane}
              name={lane}
              label={t('{lane}优先使用', { lane: tr(laneText[lane]) })}
              choices={[...names].map(([value, label]) => ({ value, label }))}
              placeholder={t('无指定')}
            />
          ))}
          <ReasonField />
        </CallForm>
      ) : null}
      <VersionsDrawer
        open={open === 'history'}
        title={t('发送顺序的历史')}
        query={useCall(smsServiceCalls.orderHistory, {}, { enabled: open === 'history' })}
        factsOf={orderFacts(names)}
        back={
          data?.mayChange
            ? {
                call: smsServiceCalls.saveOrder,
                save: (version, newest, changeReason) =>
                  sendCall(smsServiceCalls.saveOrder, { ...valuesOf(version), version: newest.version, changeReason }, { silent: true }),
                refreshes: READ,
              }
            : undefined
        }
        onClose={close}
      />
    </Panel>
  )
}
