import { driverProtectionCalls, type ProtectionRow, protectionStateText } from '@chauffeur/contract/driver/level-driver'
import { Button } from 'antd'
import { useState } from 'react'
import { CallForm } from '#kit/edit/call.form.tsx'
import { InstantField, SelectField, TextField } from '#kit/fields/fields.ts'
import { PagedTable } from '#kit/list/paged-table.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { sendCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { RowConfirm } from '#kit/edit/row-confirm.dialog.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'

/** Times in which nothing is taken from a city's drivers and nobody falls: in bad weather, say. */
export function ProtectionPanel() {
  const may = useMay(driverProtectionCalls.begin)
  const cities = useCities()
  const [open, setOpen] = useState(false)
  const [ending, setEnding] = useState<ProtectionRow | null>(null)
  return (
    <Panel
      title={t('等级保护期')}
      extra={
        may ? (
          <Button size="small" onClick={() => setOpen(true)}>
            {t('开启保护')}
          </Button>
        ) : (
          t('保护期内不扣经验、不降级')
        )
      }
    >
      <PagedTable
        call={driverProtectionCalls.list}
        input={{}}
        label={t('等级保护期')}
        empty={t('还没有开启过保护；恶劣天气等情况下可按城市开启，期间不扣经验、不降级')}
        pageSize={5}
        rowKey={({ protectionId }) => protectionId}
        columns={[
          { title: t('城市'), head: true, cell: ({ cityName }) => tr(cityName) },
          {
            title: t('状态'),
            cell: ({ state }) => <Tag tone={state === 'CURRENT' ? 'run' : 'off'}>{tr(protectionStateText[state])}</Tag>,
          },
          { title: t('开始'), cell: ({ from }) => <Time at={from} /> },
          { title: t('截止'), cell: ({ until }) => <Time at={until} /> },
          { title: t('原因'), cell: ({ reason }) => reason },
          { title: t('开启人'), cell: ({ by }) => by },
          {
            title: t('操作'),
            cell: (row) =>
              may && row.state === 'CURRENT' ? (
                <Button size="small" onClick={() => setEnding(row)}>
                  {t('结束〔操作〕')}
                </Button>
              ) : (
                row.endedBy
              ),
          },
        ]}
      />
      <CallForm
        call={driverProtectionCalls.begin}
        refreshes={[driverProtectionCalls.list]}
        open={open}
        title={t('开启等级保护')}
        onClose={() => setOpen(false)}
      >
        <SelectField name="cityId" label={t('城市')} required choices={cities.options} />
        <InstantField
          name="until"
          label={t('截止')}
          required
          offsetMinutes={cities.list[0]?.utcOffsetMinutes ?? null}
          hint={t('从现在起到截止时间，不扣经验、不降级')}
        />
        <TextField name="reason" label={t('原因')} required maxLength={200} />
      </CallForm>
      {ending ? (
        <RowConfirm<ProtectionRow>
          label={t('结束〔操作〕')}
          danger={false}
          confirm={{
            text: ({ cityName }) => t('立即结束{city}的等级保护，之后的扣减和降级照常。', { city: tr(cityName) }),
            send: ({ protectionId }) => sendCall(driverProtectionCalls.end, { protectionId }),
          }}
          row={ending}
          name={tr(ending.cityName)}
          open
          list={driverProtectionCalls.list}
          onClose={() => setEnding(null)}
        />
      ) : null}
    </Panel>
  )
}
