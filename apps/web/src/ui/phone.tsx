import { toast } from '#platform/events.ts'
import { t } from '#platform/text.ts'
import { copyText } from './copy.ts'
import './ui.css'

/** A telephone number exactly as the server sends it (masked or whole); a click copies it. */
export function Phone({ value }: { value: string }) {
  if (value === '') return <span className="ui-none">—</span>
  const copy = async () => {
    if (await copyText(value)) toast.success(t('已复制 {value}', { value }))
    else toast.error(t('复制失败，请手动选择'))
  }
  return (
    <button
      type="button"
      className="ui-copy ui-number"
      title={t('点击复制')}
      onClick={(event) => {
        event.stopPropagation()
        void copy()
      }}
    >
      {value}
    </button>
  )
}
