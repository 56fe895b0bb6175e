import { appPlatform, appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import { Form } from 'antd'
import { EditForm, type RowFormProps } from '#kit/edit/edit.form.tsx'
import { choicesOf, LongTextField, SelectField, TextField } from '#kit/fields/fields.ts'
import { LogoField, sendLogoOfNew } from '#kit/fields/logo-field.tsx'
import { sendCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { identifierWords, platformText, type Platform } from './app.view.ts'

type Values = Pick<AppRow, 'name' | 'platform' | 'identifier' | 'remark'> & { logo?: File | null }

/** Name, platform, identifier and logo of an app. */
export default function AppForm({ open, row: shown, onClose }: RowFormProps<AppRow>) {
  const update = useSend(appsCalls.update)
  const upload = useSend(appsCalls.uploadLogo)
  return (
    <EditForm<Values, AppRow>
      open={open}
      as="drawer"
      title={(row) => (row ? t('修改应用 {name}', { name: row.name }) : t('新建应用'))}
      row={shown}
      valuesOf={({ name, platform, identifier, remark }) => ({ name, platform, identifier, remark })}
      initial={{ platform: 'IOS' }}
      draft={`app:${shown?.appId ?? 'new'}`}
      present={async ({ appId }) => (await sendCall(appsCalls.list, { pageSize: 200 })).rows.find((one) => one.appId === appId)}
      fieldOf={{ 'apps.badPicture': 'logo' }}
      save={async ({ logo, ...values }, row, changed) => {
        if (row) {
          const { appId, version } = row
          if (logo) await upload.send({ appId, file: logo })
          if (Object.keys(changed).some((name) => name !== 'logo')) await update.send({ ...values, appId, version })
        } else {
          const { appId } = await update.send(values)
          if (logo) await sendLogoOfNew(upload.send({ appId, file: logo }))
        }
      }}
      onClose={onClose}
    >
      {(row) => (
        <>
          <LogoField name="logo" label={t('应用图标')} present={row?.logo ?? ''} nameIn="name" />
          <TextField name="name" label={t('应用名称')} required maxLength={40} />
          <SelectField name="platform" label={t('应用平台')} required choices={choicesOf(appPlatform.options, platformText)} />
          <Identifier />
          <LongTextField name="remark" label={t('备注')} maxLength={200} />
        </>
      )}
    </EditForm>
  )
}

function Identifier() {
  const { label, example } = identifierWords(Form.useWatch<Platform | undefined>('platform') ?? 'IOS')
  return <TextField name="identifier" label={label} required maxLength={120} inputMode="text" placeholder={example} />
}
