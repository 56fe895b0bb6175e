import { Form, Input } from 'antd'
import { t } from '#platform/text/text.ts'
import { FormDialog } from '../edit/form.dialog.tsx'

interface NameViewDialogProps {
  open: boolean
  onClose: () => void
  onName: (name: string) => void
}

export default function NameViewDialog({ open, onClose, onName }: NameViewDialogProps) {
  return (
    <FormDialog<{ name: string }>
      open={open}
      title={t('保存当前筛选')}
      width={360}
      onClose={onClose}
      onSubmit={async ({ name }) => onName(name.trim())}
    >
      <Form.Item name="name" label={t('名称')} rules={[{ required: true, whitespace: true, message: t('请输入名称') }]}>
        <Input maxLength={20} autoFocus />
      </Form.Item>
    </FormDialog>
  )
}
