import {
  type NumberProvider,
  numberProviderCalls,
  numberProviderName,
  numberProviderText,
  numberProviderUrl,
} from '@chauffeur/contract/call-centre/number-provider'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, CountField, FieldRow, SecretField, SelectField, SwitchField, TextField, WhenField } from '#kit/fields/fields.ts'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'

/** Who lends the business its numbers, with the keys of an app there. */
export default function ProviderForm({ open, row: shown, onClose }: { open: boolean; row: NumberProvider | null; onClose: () => void }) {
  return (
    <CallForm<typeof numberProviderCalls.save, NumberProvider>
      call={numberProviderCalls.save}
      open={open}
      as="drawer"
      width={520}
      title={(row) => (row ? t('修改隐私号服务') : t('填写隐私号服务'))}
      row={shown}
      initial={{ provider: 'HUAWEI', enabled: true, records: false, keepMinutes: 30, mostPairs: 200 }}
      valuesOf={({ provider, url, appKey, enabled, records, recordTone, keepMinutes, mostPairs }) => ({
        provider,
        url: url === numberProviderUrl[provider] ? '' : url,
        appKey,
        enabled,
        records,
        recordTone,
        keepMinutes,
        mostPairs,
      })}
      present={async () => (await sendCall(numberProviderCalls.show, {})).provider ?? undefined}
      beside={(row) => ({ version: row?.version ?? 0 })}
      refreshes={[numberProviderCalls.show]}
      onClose={onClose}
    >
      {(row) => (
        <>
          <FieldRow>
            <SelectField
              name="provider"
              label={t('服务商')}
              required
              filled
              choices={choicesOf(numberProviderName.options, numberProviderText)}
            />
            <SwitchField name="enabled" label={t('启用')} hint={t('停用后不再绑定新号码，已绑定的按时释放')} />
          </FieldRow>
          <TextField
            name="url"
            label={t('APP 接入地址')}
            maxLength={300}
            inputMode="url"
            placeholder={numberProviderUrl.HUAWEI}
            hint={t('留空用公共地址')}
          />
          <FieldRow>
            <TextField name="appKey" label="APP Key" required maxLength={100} />
            <SecretField
              name="secret"
              label="APP Secret"
              required={row === null}
              maxLength={200}
              hint={row ? t('现为 ••••{last4}，留空则不修改', { last4: row.secretLast4 }) : undefined}
            />
          </FieldRow>
          <FieldRow>
            <CountField
              name="keepMinutes"
              label={t('行程结束后保留')}
              required
              min={0}
              max={1440}
              suffix={t('分钟')}
              hint={t('供双方找回遗落的物品，到时释放号码')}
            />
            <CountField name="mostPairs" label={t('每个号码最多绑定')} required min={1} max={5000} suffix={t('对')} />
          </FieldRow>
          <SwitchField name="records" label={t('通话录音')} hint={t('录音取回后存为订单录音；接通前双方都听到录音提示音')} />
          <WhenField name="records" is={true}>
            <TextField
              name="recordTone"
              label={t('录音提示音文件名')}
              required
              maxLength={100}
              placeholder="recordHintTone.wav"
              hint={t('在服务商控制台上传并通过审核的放音文件')}
            />
          </WhenField>
        </>
      )}
    </CallForm>
  )
}
