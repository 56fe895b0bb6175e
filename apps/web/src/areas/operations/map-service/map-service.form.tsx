import { type MapProviderName } from '@chauffeur/contract/kernel/map-failure'
import {
  mapProviders,
  type MapService,
  mapServiceCalls,
  type MapServiceKind,
  providersOfKind,
} from '@chauffeur/contract/operations/map-service'
import { Form } from 'antd'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CountField, FieldRow, SecretField, SelectField, TextField } from '#kit/fields/fields.ts'
import { sendCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { providerText } from '#kit/show/map-provider.ts'

interface Props {
  open: boolean
  kind: MapServiceKind
  /** Null for a new one. */
  row: MapService | null
  onClose: () => void
}

/** A service that is asked about addresses or roads. */
export default function MapServiceForm({ open, kind, row: shown, onClose }: Props) {
  return (
    <CallForm<typeof mapServiceCalls.save, MapService>
      call={mapServiceCalls.save}
      of="serviceId"
      open={open}
      as="drawer"
      width={520}
      title={(row) => (row ? t('修改地图服务') : kind === 'ADDRESS' ? t('添加地址服务') : t('添加道路服务'))}
      row={shown}
      initial={{ provider: providersOfKind[kind][0] }}
      valuesOf={({ provider, name, url, dailyQuota }) => ({
        provider,
        name,
        url: url === mapProviders[provider].url ? '' : url,
        dailyQuota,
      })}
      present={async ({ serviceId }) => {
        const { address, roads } = await sendCall(mapServiceCalls.list, {})
        return [...address, ...roads].find((one) => one.serviceId === serviceId)
      }}
      beside={() => ({ kind })}
      onClose={onClose}
    >
      {(row) => <Fields kind={kind} row={row} />}
    </CallForm>
  )
}

function Fields({ kind, row }: { kind: MapServiceKind; row: MapService | null }) {
  const provider = Form.useWatch<MapProviderName | undefined>('provider') ?? row?.provider ?? providersOfKind[kind][0]
  const { url, needsKey, signs } = mapProviders[provider]
  const hasKey = row !== null && row.keyLast4 !== ''
  return (
    <>
      <FieldRow>
        <SelectField
          name="provider"
          label={t('服务商')}
          required
          filled
          choices={providersOfKind[kind].map((value) => ({ value, label: tr(providerText[value]) }))}
        />
        <TextField name="name" label={t('备注名')} maxLength={40} placeholder={t('如：备用')} />
      </FieldRow>
      <TextField
        name="url"
        label={t('服务地址')}
        required={url === ''}
        maxLength={300}
        inputMode="url"
        placeholder={url || 'http://10.0.0.5:5000'}
        hint={url === '' ? t('自建服务的地址，主机名须由安装方写入 MAP_SERVICE_HOSTS') : t('留空用公共地址')}
      />
      {needsKey ? (
        <SecretField
          name="key"
          label={t('密钥')}
          required={!hasKey}
          maxLength={200}
          hint={
            hasKey
              ? t('现为 ••••{last4}，留空则不修改；换了服务商或地址须重新填写', { last4: row.keyLast4 })
              : t('服务商控制台里“Web 服务（服务端）”类型的密钥')
          }
        />
      ) : null}
      {signs ? (
        <SecretField
          name="signingKey"
          label={t('签名密钥')}
          maxLength={200}
          hint={row?.signs ? t('已设置；留空则不修改，填 - 则取消签名') : t('服务商控制台开启数字签名时填写')}
        />
      ) : null}
      <CountField
        name="dailyQuota"
        label={t('每日上限')}
        min={1}
        max={100_000_000}
        suffix={t('次')}
        hint={t('用完后当天改问下一项；留空不限')}
      />
    </>
  )
}
