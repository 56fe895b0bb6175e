import { t } from '#platform/text/text.ts'
import { EditForm } from '../edit/edit.form.tsx'
import { TextField } from '../fields/text-fields.tsx'

interface NameViewDialogProps {
  open: boolean
  onClose: () => void
  onName: (name: string) => void
}

export default function NameViewDialog({ open, onClose, onName }: NameViewDialogProps) {
  return (
    <EditForm<{ name: string }>
      open={open}
      title={t('保存当前筛选')}
      width={360}
      save={async ({ name }) => onName(name.trim())}
      saved={null}
      onClose={onClose}
    >
      <TextField name="name" label={t('名称')} required maxLength={20} />
    </EditForm>
  )
}
