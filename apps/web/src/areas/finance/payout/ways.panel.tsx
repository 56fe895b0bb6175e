import { payoutCalls, payoutChannelName, payoutChannelText } from '@chauffeur/contract/finance/payout'
import { withdrawalWay, withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import { Button } from 'antd'
import { useState } from 'react'
import { savedAgain } from '#kit/config/config.view.ts'
import { ReasonField } from '#kit/config/reason-field.tsx'
import { SettingActions } from '#kit/config/setting-actions.tsx'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, RadioField, SelectField, SwitchField } from '#kit/fields/choice-fields.tsx'
import { MoneyField } from '#kit/fields/number-fields.tsx'
import { sendCall, useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { factsOfWays, limitWords, type PayoutWays, sendsWords, type WaySetting } from './payout.view.ts'
import './payout.css'

const reads = [payoutCalls.ways, payoutCalls.waysHistory]

/** Which channel pays which way in which city. */
export function WaysPanel() {
  const query = useCall(payoutCalls.ways, {})
  const mayEdit = useMay(payoutCalls.saveWays)
  const [editing, setEditing] = useState<{ row: WaySetting | null; whole: boolean } | null>(null)
  const [history, setHistory] = useState<{ row: WaySetting; open: boolean } | null>(null)
  const data = query.data
  const free = data?.cities.filter(({ cityId }) => !data.rows.some((row) => row.cityId === cityId)) ?? []
  const nameOf = (row: WaySetting | null) => (row?.cityId ? tr(row.cityName) : t('全部城市'))
  return (
    <Panel
      title={t('打款渠道')}
      extra={
        mayEdit && free.length > 0 ? (
          <Button size="small" onClick={() => setEditing({ row: null, whole: false })}>
            {t('新增城市打款设置')}
          </Button>
        ) : (
          t('没有单独设置的城市按全部城市的渠道')
        )
      }
    >
      <Async query={query}>
        {(ways) => (
          <div className="payout-wide">
            <PlainTable
              label={t('打款渠道')}
              rows={rowsOf(ways)}
              rowKey={(row) => row?.cityId ?? 'tenant'}
              columns={[
                { title: t('城市'), head: true, cell: nameOf },
                ...withdrawalWay.options.map((way) => ({
                  title: tr(withdrawalWayText[way]),
                  cell: (row: WaySetting | null) => tr(payoutChannelText[(row ?? ways.defaults).channels[way]]),
                })),
                { title: t('打款方式'), cell: (row) => sendsWords((row ?? ways.defaults).sendsItself) },
                { title: t('每人每日收款限额'), end: true, cell: (row) => limitWords((row ?? ways.defaults).personDayFen) },
                {
                  title: t('最近修改'),
                  cell: (row) =>
                    row ? (
                      <>
                        {row.changedBy || t('系统')} · <Time at={row.changedAt} />
                      </>
                    ) : (
                      <span className="ui-none">{t('默认')}</span>
                    ),
                },
                {
                  title: t('操作'),
                  cell: (row) => (
                    <SettingActions
                      name={t('{city}的打款渠道', { city: nameOf(row) })}
                      onEdit={mayEdit && (() => setEditing({ row, whole: !row?.cityId }))}
                      onHistory={row !== null && (() => setHistory({ row, open: true }))}
                    />
                  ),
                },
              ]}
            />
          </div>
        )}
      </Async>
      {data ? <WaysForm editing={editing} defaults={data.defaults} cities={free} onClose={() => setEditing(null)} /> : null}
      {history ? (
        <WaysHistory row={history.row} open={history.open} mayReturn={mayEdit} onClose={() => setHistory({ ...history, open: false })} />
      ) : null}
    </Panel>
  )
}

/** That of all cities first, whether or not somebody saved it. */
const rowsOf = ({ rows }: PayoutWays): (WaySetting | null)[] => [
  rows.find(({ cityId }) => cityId === null) ?? null,
  ...rows.filter(({ cityId }) => cityId !== null),
]

interface WaysFormProps {
  editing: { row: WaySetting | null; whole: boolean } | null
  defaults: PayoutWays['defaults']
  cities: PayoutWays['cities']
  onClose: () => void
}

function WaysForm({ editing, defaults, cities, onClose }: WaysFormProps) {
  const whole = editing?.whole ?? false
  return (
    <CallForm
      call={payoutCalls.saveWays}
      refreshes={reads}
      open={editing !== null}
      as="drawer"
      title={(row) =>
        whole ? t('修改全部城市的打款渠道') : row ? t('修改{city}的打款渠道', { city: tr(row.cityName) }) : t('新增城市打款设置')
      }
      row={editing?.row}
      initial={defaults}
      of="settingId"
      onClose={onClose}
    >
      {(row) => (
        <>
          {row || whole ? null : (
            <SelectField
              name="cityId"
              label={t('城市')}
              required
              choices={cities.map(({ cityId, name }) => ({ value: cityId, label: tr(name) }))}
            />
          )}
          {withdrawalWay.options.map((way) => (
            <RadioField
              key={way}
              name={['channels', way]}
              label={tr(withdrawalWayText[way])}
              required
              // A bank pays no WeChat account, and WeChat no card.
              choices={choicesOf(
                payoutChannelName.options.filter((name) => name === 'BY_HAND' || (name === 'BANK') === (way === 'BANK')),
                payoutChannelText,
              )}
            />
          ))}
          <SwitchField name="sendsItself" label={t('审核通过后自动打款')} hint={t('关闭时由财务另一人打款')} />
          <MoneyField
            name="personDayFen"
            label={t('每人每日收款限额')}
            required
            min={0}
            max={1_000_000_000}
            hint={t('渠道对收款人的限额，0 为不限')}
          />
          {row ? <ReasonField /> : null}
        </>
      )}
    </CallForm>
  )
}

interface WaysHistoryProps {
  row: WaySetting
  open: boolean
  mayReturn: boolean
  onClose: () => void
}

const WaysHistory = ({ row, open, mayReturn, onClose }: WaysHistoryProps) => (
  <VersionsDrawer
    open={open}
    title={t('{city}打款渠道的历史', { city: row.cityId ? tr(row.cityName) : t('全部城市') })}
    query={useCall(payoutCalls.waysHistory, { settingId: row.settingId }, { enabled: open })}
    factsOf={factsOfWays}
    back={
      mayReturn
        ? {
            call: payoutCalls.saveWays,
            save: (version, newest, changeReason) =>
              sendCall(payoutCalls.saveWays, { ...savedAgain(version), version: newest.version, changeReason }, { silent: true }),
            refreshes: reads,
          }
        : undefined
    }
    onClose={onClose}
  />
)
