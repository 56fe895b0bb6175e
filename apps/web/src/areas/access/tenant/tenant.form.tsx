import { tenancyCalls, type TenantRow } from '@chauffeur/contract/access/tenant'
import { Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { RefusalError, refresh, sendCall } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { LogoField } from '#kit/media/logo.tsx'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { VersionConflict } from '#kit/edit/version-conflict.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { HOST } from './tenant.view.ts'

interface Values {
  name: string
  brandName: string
  domain: string
}

const valuesOf = ({ name, brandName, domain }: TenantRow): Values => ({ name, brandName, domain })

async function presentOf(old: TenantRow | null): Promise<TenantRow | undefined> {
  if (!old) return undefined
  const { rows } = await sendCall(tenancyCalls.list, { pageSize: 200 })
  return rows.find(({ tenantId }) => tenantId === old.tenantId)
}

/** Name, brand, domain and logo of a tenant. */
export default function TenantForm({ row, onClose }: { row: TenantRow | null; onClose: () => void }) {
  const [kept, setKept] = useState(row)
  const [saved, setSaved] = useState<TenantRow | null>(null)
  const versions = useVersioned(row !== null, kept, presentOf)
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState('')
  useEffect(() => {
    if (row === null) return
    setKept(row)
    setSaved(null)
    setFile(null)
    setRefusal('')
  }, [row])
  // What the first part of a saving has made already, should the logo be refused after it.
  const base = saved ?? versions.base
  if (base === null) return null

  const save = async (values: Values) => {
    const { tenantId } = base
    const wanted = { ...values, domain: values.domain ?? '' }
    setRefusal('')
    if (wanted.name !== base.name || wanted.brandName !== base.brandName || wanted.domain !== base.domain) {
      await versions.guard(() => sendCall(tenancyCalls.update, { tenantId, version: base.version, ...wanted }, { silent: true }))
      // NOTE: should the logo be refused now, trying again must not run into the version that this has just made.
      setSaved({ ...base, ...wanted, version: base.version + 1 })
    }
    try {
      if (file) await sendCall(tenancyCalls.uploadLogo, { tenantId, file }, { silent: true })
    } catch (error) {
      if (error instanceof RefusalError) setRefusal(error.message)
      throw error
    } finally {
      void refresh([tenancyCalls.list, tenancyCalls.logs])
    }
    toast.success(t('已保存'))
  }
  return (
    <FormDialog<Values>
      key={base.tenantId}
      open={row !== null}
      title={t('修改租户 {name}', { name: base.brandName })}
      initial={valuesOf(base)}
      dirty={file !== null}
      onSubmit={save}
      onClose={onClose}
    >
      <VersionConflict<Values>
        base={valuesOf(base)}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={[
          { name: 'brandName', label: t('品牌名称') },
          { name: 'name', label: t('企业名称') },
          { name: 'domain', label: t('域名') },
        ]}
        onTake={() => {
          setSaved(null)
          versions.take()
        }}
      />
      <Form.Item label={t('品牌标志')}>
        <LogoField present={base.logo} name={base.brandName} file={file} refusal={refusal} onChange={setFile} />
      </Form.Item>
      <Form.Item name="brandName" label={t('品牌名称')} rules={[{ required: true, whitespace: true, message: t('请输入品牌名称') }]}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item name="name" label={t('企业名称')} rules={[{ required: true, whitespace: true, message: t('请输入企业名称') }]}>
        <Input maxLength={80} />
      </Form.Item>
      <Form.Item name="domain" label={t('域名')} rules={[{ pattern: HOST, message: t('请输入域名，例如 daijia.example.com') }]}>
        <Input maxLength={120} placeholder="daijia.example.com" />
      </Form.Item>
    </FormDialog>
  )
}
