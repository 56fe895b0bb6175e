import { appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import { Form, Input, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { certifyText, certifyTone } from './app.view.ts'
import './app.css'

interface Values {
  company?: string
  licenceNo?: string
  step?: 'APPROVE' | 'REFUSE'
  note?: string
}

/** Submits an app's certification, or decides on what another person has submitted. */
export default function AppCertifyDialog({ row, onClose }: { row: AppRow | null; onClose: () => void }) {
  const certify = useSend(appsCalls.certify, { refreshes: [appsCalls.list] })
  const [kept, setKept] = useState(row)
  useEffect(() => {
    if (row) setKept(row)
  }, [row])
  if (kept === null) return null
  const deciding = kept.allowedActions.includes('decide')
  const submit = async ({ company, licenceNo, step = 'APPROVE', note }: Values) => {
    const { appId } = kept
    if (deciding) {
      await certify.send({ appId, step, note })
      toast.success(step === 'APPROVE' ? t('认证已通过') : t('认证已驳回'))
    } else {
      await certify.send({ appId, step: 'SUBMIT', company, licenceNo, note })
      toast.success(t('已提交，等待其他人员审核'))
    }
  }
  return (
    <FormDialog<Values>
      key={`${kept.appId} ${kept.certifyState}`}
      open={row !== null}
      title={deciding ? t('审核 {name} 的认证', { name: kept.name }) : t('提交 {name} 的认证', { name: kept.name })}
      okText={deciding ? t('确定') : t('提交')}
      initial={deciding ? { step: 'APPROVE' } : { company: kept.certifyCompany }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="apps-sentence">
        <Tag tone={certifyTone[kept.certifyState]}>{tr(certifyText[kept.certifyState])}</Tag>
        {deciding ? t('认证主体：{company}', { company: kept.certifyCompany || '—' }) : t('认证须由提交人以外的人员审核。')}
      </p>
      {kept.certifyNote ? <p className="apps-hint">{t('说明：{note}', { note: kept.certifyNote })}</p> : null}
      {deciding ? (
        <>
          <Form.Item name="step" label={t('审核结果')} rules={[{ required: true }]}>
            <Radio.Group
              options={[
                { value: 'APPROVE', label: t('通过') },
                { value: 'REFUSE', label: t('驳回') },
              ]}
            />
          </Form.Item>
          <Form.Item noStyle dependencies={['step']}>
            {({ getFieldValue }) => (
              <Form.Item
                name="note"
                label={t('审核意见')}
                rules={[{ required: getFieldValue('step') === 'REFUSE', whitespace: true, message: t('请写明驳回原因') }]}
              >
                <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
              </Form.Item>
            )}
          </Form.Item>
        </>
      ) : (
        <>
          <Form.Item name="company" label={t('企业名称')} rules={[{ required: true, whitespace: true, message: t('请输入企业名称') }]}>
            <Input maxLength={80} />
          </Form.Item>
          <Form.Item
            name="licenceNo"
            label={t('营业执照号')}
            rules={[{ required: true, whitespace: true, message: t('请输入营业执照号') }]}
          >
            <Input maxLength={40} autoComplete="off" />
          </Form.Item>
          <Form.Item name="note" label={t('备注')}>
            <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
