import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Alert, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { employeeReads } from './employee.dialog.tsx'
import { pastedEmployees } from './enterprise.view.ts'
import './enterprise.css'

type Answer = AnswerOf<typeof enterpriseCalls.importEmployees>
type Result = Answer['rows'][number]['result']
const MOST = 1_000

const resultWords = (result: Result): string =>
  ({ ADDED: t('已添加'), EXISTS: t('已是员工，未改动'), TWICE: t('列表中重复'), BAD_PHONE: t('电话格式不正确') })[result]

/** Employees pasted from a spreadsheet; what became of each line is shown afterwards. */
export function ImportDialog({ enterpriseId, open, onClose }: { enterpriseId: string; open: boolean; onClose: () => void }) {
  const { send, pending } = useSend(enterpriseCalls.importEmployees, { refreshes: employeeReads })
  const [pasted, setPasted] = useState('')
  const [done, setDone] = useState<Answer | null>(null)
  const [problem, setProblem] = useState('')
  const employees = pastedEmployees(pasted)
  const close = () => {
    onClose()
    setPasted('')
    setDone(null)
    setProblem('')
  }
  const run = async () => {
    setProblem('')
    try {
      setDone(await send({ enterpriseId, employees }))
    } catch (error) {
      setProblem(faultOf(error).hint)
    }
  }
  const bad = done?.rows.filter(({ result }) => result !== 'ADDED') ?? []
  return (
    <Modal
      open={open}
      title={t('批量导入员工')}
      width={600}
      onCancel={close}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        <div className="ui-dialog-footer">
          <Button onClick={close} disabled={pending}>
            {done ? t('关闭') : t('取消')}
          </Button>
          {done ? null : (
            <Button
              type="primary"
              loading={pending}
              disabled={employees.length === 0 || employees.length > MOST}
              onClick={() => void run()}
            >
              {employees.length > 0 ? t('导入 {n} 行', { n: employees.length }) : t('导入')}
            </Button>
          )}
        </div>
      }
    >
      {problem ? <Alert type="error" showIcon role="alert" className="ui-form-problem" title={problem} /> : null}
      {done ? (
        <>
          <p role="status">{t('已添加 {added} 人，共 {n} 行。', { added: done.added, n: done.rows.length })}</p>
          {bad.length > 0 ? (
            <ul className="enterprise-results" aria-label={t('未添加的行')}>
              {bad.map(({ phone, name, result }, index) => (
                <li key={`${index} ${phone}`}>
                  <span className="ui-number">{phone}</span>
                  <span>{name}</span>
                  <Tag tone={result === 'BAD_PHONE' ? 'lost' : 'off'}>{resultWords(result)}</Tag>
                </li>
              ))}
            </ul>
          ) : null}
        </>
      ) : (
        <>
          <p className="enterprise-soft">{t('每行一人：电话、姓名、部门、每月上限（元），用逗号、制表符或空格分开；可从表格直接粘贴。')}</p>
          <Input.TextArea
            aria-label={t('员工名单')}
            rows={10}
            value={pasted}
            spellCheck={false}
            placeholder={t('13800001111，王工，研发部，300')}
            onChange={(event) => setPasted(event.target.value)}
          />
          {employees.length > MOST ? <p className="enterprise-short">{t('一次最多导入 {n} 行', { n: MOST })}</p> : null}
        </>
      )}
    </Modal>
  )
}
