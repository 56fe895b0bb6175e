import { tenancyCalls, type TenantRow } from '@chauffeur/contract/tenancy'
import { Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { RefusalError, refresh, sendCall } from '#platform/call.ts'
import { toast } from '#platform/events.ts'
import { t } from '#platform/text.ts'
import { LogoField } from '#shared/logo/logo.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { HOST } from './tenant.view.ts'

interface Values {
  name: string
  brandName: string
  domain: string
}

/** Name, brand, domain and logo of a tenant. */
export default function TenantEditDialog({ row, onClose }: { row: TenantRow | null; onClose: () => void }) {
  const [kept, setKept] = useState(row)
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState('')
  useEffect(() => {
    if (row === null) return
    setKept(row)
    setFile(null)
    setRefusal('')
  }, [row])
  if (kept === null) return null

  const save = async (values: Values) => {
    const { tenantId } = kept
    const wanted = { ...values, domain: values.domain ?? '' }
    setRefusal('')
    if (wanted.name !== kept.name || wanted.brandName !== kept.brandName || wanted.domain !== kept.domain) {
      await sendCall(tenancyCalls.update, { tenantId, version: kept.version, ...wanted }, { background: true })
      // NOTE: should the logo be refused now, trying again must not run into the version that this has just made.
      setKept({ ...kept, ...wanted, version: kept.version + 1 })
    }
    try {
      if (file) await sendCall(tenancyCalls.uploadLogo, { tenantId, file }, { background: true })
    } catch (error) {
      if (error instanceof RefusalError) setRefusal(error.message)
      throw error
    } finally {
      await refresh([tenancyCalls.list, tenancyCalls.logs])
    }
    toast.success(t('已保存'))
  }
  return (
    <FormDialog<Values>
      key={kept.tenantId}
      open={row !== null}
      title={t('修改租户 {name}', { name: kept.brandName })}
      initial={{ name: kept.name, brandName: kept.brandName, domain: kept.domain }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item label={t('品牌标志')}>
        <LogoField present={kept.logo} name={kept.brandName} file={file} refusal={refusal} onChange={setFile} />
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
