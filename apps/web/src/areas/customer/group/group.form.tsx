import { customerGroupType } from '@chauffeur/contract/customer/find'
import { customerGroupTypeText, groupCalls, type GroupRow, type GroupRule } from '@chauffeur/contract/customer/group'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import { choicesOf, SelectField, SwitchField } from '#kit/fields/choice-fields.tsx'
import { FieldRow } from '#kit/fields/field-row.tsx'
import { CountField, MoneyField } from '#kit/fields/number-fields.tsx'
import { LongTextField, TextField } from '#kit/fields/text-fields.tsx'
import { CityField } from '#kit/pickers/city-field.tsx'
import { sendCall, useCall } from '#platform/http/call.ts'
import { joined, t } from '#platform/text/text.ts'
import { LevelField } from '../level/level-field.tsx'

type Values = Omit<GroupRow, 'rule'> & { rule: GroupRule | null; ruled: boolean }

/** A rule as it is sent: what was emptied is not said. */
const said = (rule: object | null | undefined): GroupRule =>
  Object.fromEntries(Object.entries(rule ?? {}).filter(([, value]) => value !== null && value !== undefined && value !== '')) as GroupRule

/** Who is in a group, and what for. */
export default function GroupForm({ open, row: shown, onClose }: RowFormProps<GroupRow>) {
  return (
    <CallForm
      call={groupCalls.save}
      refreshes={[groupCalls.list, groupCalls.edit, groupCalls.phoneList]}
      open={open}
      as="drawer"
      width={640}
      title={(row) => (row ? t('修改分组') : t('新建分组'))}
      row={shown}
      valuesOf={(row) => ({ ...row, ruled: row.rule !== null, rule: row.rule ?? {} }) as never}
      initial={{ type: 'PRICE', cityIds: [], priority: 0 }}
      present={({ groupId }) => sendCall(groupCalls.edit, { groupId })}
      of="groupId"
      input={(values) => {
        const { ruled, rule, ...rest } = values as unknown as Values
        return { ...rest, rule: ruled ? said(rule) : undefined } as never
      }}
      onClose={onClose}
    >
      {(row) => (
        <>
          <FieldRow>
            <TextField name="name" label={t('名称')} required maxLength={40} />
            <SelectField
              name="type"
              label={t('类型')}
              required
              locked={row !== null && t('保存后不能修改')}
              choices={choicesOf(customerGroupType.options, customerGroupTypeText)}
            />
            <CountField name="priority" label={t('优先级')} min={0} max={100} hint={t('同一客户有多个价格分组时，取最大的')} />
          </FieldRow>
          <CityField name="cityIds" label={t('生效城市')} multiple hint={t('不选为全部城市')} />
          <LongTextField name="remark" label={t('备注')} maxLength={200} />
          <SwitchField name="ruled" label={t('按规则自动加入')} hint={t('每小时更新；手工加入和移出的不受影响')} />
          <Rule groupId={row?.groupId} />
        </>
      )}
    </CallForm>
  )
}

function Rule({ groupId }: { groupId: string | undefined }) {
  const form = Form.useFormInstance()
  const [asked, setAsked] = useState<GroupRule | null>(null)
  const preview = useCall(groupCalls.preview, { groupId, rule: asked ?? {} }, { enabled: asked !== null, saysRefusals: true })
  const days = { min: 1, max: 730, suffix: t('天') }
  if (!Form.useWatch<boolean | undefined>('ruled')) return null
  return (
    <>
      <CityField name={['rule', 'cityIds']} label={t('所在城市')} multiple />
      <LevelField name={['rule', 'levels']} label={t('等级')} multiple />
      <FieldRow>
        <CountField name={['rule', 'orderDays']} label={t('最近多少天的订单')} {...days} hint={t('不填为 30 天')} />
        <CountField name={['rule', 'ordersAtLeast']} label={t('至少多少单')} min={0} max={100_000} />
        <CountField name={['rule', 'ordersAtMost']} label={t('至多多少单')} min={0} max={100_000} />
      </FieldRow>
      <FieldRow>
        <CountField name={['rule', 'spentDays']} label={t('最近多少天的消费')} {...days} hint={t('不填为 30 天')} />
        <MoneyField name={['rule', 'spentAtLeastFen']} label={t('至少消费')} min={0} max={1_000_000_000} />
        <MoneyField name={['rule', 'spentAtMostFen']} label={t('至多消费')} min={0} max={1_000_000_000} />
      </FieldRow>
      <FieldRow>
        <CountField name={['rule', 'lastWithinDays']} label={t('多少天内下过单')} {...days} />
        <CountField name={['rule', 'lastBeforeDays']} label={t('超过多少天未下单')} {...days} />
      </FieldRow>
      <p>
        <Button loading={preview.isFetching} onClick={() => setAsked(said(form.getFieldValue('rule') as GroupRule))}>
          {t('预览人数')}
        </Button>{' '}
        {asked && preview.error ? <span role="alert">{preview.error.message}</span> : null}
        {asked && preview.data && !preview.error ? (
          <span role="status">
            {t('符合 {n} 位', { n: preview.data.found })}
            {groupId ? t('，将加入 {come} 位，移出 {go} 位', { come: preview.data.coming, go: preview.data.going }) : ''}
            {preview.data.some.length > 0
              ? t('，如 {names}', { names: joined(preview.data.some.slice(0, 3).map(({ name, phone }) => name || phone)) })
              : ''}
          </span>
        ) : null}
      </p>
    </>
  )
}
