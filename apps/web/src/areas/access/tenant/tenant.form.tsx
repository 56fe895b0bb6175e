import { tenancyCalls, type TenantRow } from '@chauffeur/contract/access/tenant'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { LogoField } from '#kit/fields/logo-field.tsx'
import { sendCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { BrandFields } from './brand-fields.tsx'

type Values = Pick<TenantRow, 'brandName' | 'name' | 'domain'> & { logo?: File | null }

/** Name, brand, domain and logo of a tenant. */
export default function TenantForm({ open, row: shown, onClose }: { open: boolean; row: TenantRow; onClose: () => void }) {
  const update = useSend(tenancyCalls.update)
  const upload = useSend(tenancyCalls.uploadLogo)
  return (
    <EditForm<Values, TenantRow>
      open={open}
      title={(row) => t('修改租户 {name}', { name: row?.brandName ?? '' })}
      row={shown}
      valuesOf={({ brandName, name, domain }) => ({ brandName, name, domain })}
      draft={`tenant:${shown.tenantId}`}
      present={async ({ tenantId }) => (await sendCall(tenancyCalls.list, { pageSize: 200 })).rows.find((one) => one.tenantId === tenantId)}
      fieldOf={{ 'tenancy.badPicture': 'logo' }}
      save={async ({ logo, ...values }, row, changed) => {
        const { tenantId = '', version = 0 } = row ?? {}
        if (logo) await upload.send({ tenantId, file: logo })
        if (Object.keys(changed).some((name) => name !== 'logo')) await update.send({ tenantId, version, ...values })
      }}
      onClose={onClose}
    >
      {(row) => (
        <>
          <LogoField name="logo" label={t('品牌标志')} present={row?.logo ?? ''} nameIn="brandName" />
          <BrandFields />
        </>
      )}
    </EditForm>
  )
}
