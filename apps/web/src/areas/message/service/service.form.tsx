import { type SmsProvider, smsProvider, smsProviderText } from '@chauffeur/contract/message/sending'
import { smsProviders, smsServiceCalls, type SmsServiceView } from '@chauffeur/contract/message/service'
import { Form } from 'antd'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CountField, FieldRow, SecretField, SelectField, TextField, UnitField } from '#kit/fields/fields.ts'
import { sendCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'

interface Props {
  open: boolean
  /** Null for a new one. */
  row: SmsServiceView | null
  onClose: () => void
}

/** A provider of text messages. */
export default function SmsServiceForm({ open, row: shown, onClose }: Props) {
  return (
    <CallForm<typeof smsServiceCalls.save, SmsServiceView>
      call={smsServiceCalls.save}
      of="smsServiceId"
      refreshes={[smsServiceCalls.order]}
      open={open}
      as="drawer"
      width={560}
      title={(row) => (row ? t('修改短信服务商') : t('添加短信服务商'))}
      row={shown}
      initial={{ provider: 'ALIYUN' }}
      valuesOf={({ provider, name, url, keyId, appId, region, signName, statusUrl, priceFenX100, dailyQuota, perS }) => ({
        provider,
        name,
        url: url === smsProviders[provider].url ? '' : url,
        keyId,
        appId,
        region,
        signName,
        statusUrl,
        priceFenX100,
        dailyQuota,
        perS,
      })}
      present={async ({ smsServiceId }) => (await sendCall(smsServiceCalls.list, {})).rows.find((one) => one.smsServiceId === smsServiceId)}
      onClose={onClose}
    >
      {(row) => <Fields row={row} />}
    </CallForm>
  )
}

function Fields({ row }: { row: SmsServiceView | null }) {
  const provider = Form.useWatch<SmsProvider | undefined>('provider') ?? row?.provider ?? 'ALIYUN'
  const { url, needsTemplate, hasKeyId, hasApp } = smsProviders[provider]
  const hasKey = row !== null && row.keyLast4 !== ''
  return (
    <>
      <FieldRow>
        <SelectField
          name="provider"
          label={t('服务商')}
          required
          filled
          choices={smsProvider.options.map((value) => ({ value, label: tr(smsProviderText[value]) }))}
        />
        <TextField name="name" label={t('备注名')} maxLength={40} placeholder={t('如：备用')} />
      </FieldRow>
      {hasKeyId ? <TextField name="keyId" label={provider === 'ALIYUN' ? 'AccessKey ID' : 'SecretId'} required maxLength={100} /> : null}
      <SecretField
        name="key"
        label={provider === 'ALIYUN' ? 'AccessKey Secret' : provider === 'TENCENT' ? 'SecretKey' : t('访问令牌')}
        required={hasKeyId && !hasKey}
        maxLength={200}
        hint={hasKey ? t('现为 ••••{last4}，留空则不修改；换了服务商、账号或地址须重新填写', { last4: row.keyLast4 }) : undefined}
      />
      {hasApp ? (
        <FieldRow>
          <TextField name="appId" label="SmsSdkAppId" required maxLength={40} hint={t('控制台“应用管理”里的应用编号')} />
          <TextField name="region" label={t('地域')} maxLength={40} placeholder="ap-guangzhou" />
        </FieldRow>
      ) : null}
      {needsTemplate ? (
        <TextField name="signName" label={t('签名')} required maxLength={20} hint={t('与服务商控制台里审核通过的签名一字不差，不带【】')} />
      ) : null}
      <TextField
        name="url"
        label={t('服务地址')}
        required={url === ''}
        maxLength={300}
        inputMode="url"
        placeholder={url || 'https://sms.example.com/send'}
        hint={url === '' ? t('主机名须由安装方写入 SMS_HOSTS') : t('留空用公共地址')}
      />
      {provider === 'GATEWAY' ? (
        <TextField
          name="statusUrl"
          label={t('查询地址')}
          maxLength={300}
          inputMode="url"
          hint={t('没有答复时按短信编号查询；不填则这类短信记为结果未知，不再重发')}
        />
      ) : null}
      <FieldRow>
        <UnitField
          name="priceFenX100"
          label={t('单价')}
          min={0}
          max={100_000}
          unit={{ per: 100, precision: 2, suffix: t('分/条') }}
          hint={t('按计费条数计算费用')}
        />
        <CountField name="dailyQuota" label={t('每日限额')} min={1} max={100_000_000} suffix={t('条')} hint={t('用完后当天由下一家发出')} />
        <CountField name="perS" label={t('每秒上限')} min={1} max={10_000} suffix={t('条')} hint={t('验证码不受限')} />
      </FieldRow>
    </>
  )
}
