import { functionCalls } from '@chauffeur/contract/access/function'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CountField, TextField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import type { SystemRow } from './function.view.ts'

interface SystemFormProps {
  /** Null while closed; without a row a new one is added. */
  opened: { row: SystemRow | null } | null
  onClose: () => void
}

export default function SystemForm({ opened, onClose }: SystemFormProps) {
  return (
    <CallForm
      call={functionCalls.systemAdd}
      change={functionCalls.systemUpdate}
      of="systemId"
      present={functionCalls.systemList}
      open={opened !== null}
      title={(row) => (row ? t('修改系统') : t('添加系统'))}
      row={opened?.row}
      initial={{ sort: 0 }}
      onClose={onClose}
    >
      {(row) => (
        <>
          {row ? null : (
            <CountField
              name="platformId"
              label={t('平台编号')}
              required
              min={1}
              max={1000}
              hint={t('客户端和菜单以此编号区分系统，添加后不能修改。')}
            />
          )}
          <TextField name="name" label={t('名称')} required maxLength={60} />
          <TextField name="nameEn" label={t('英文名称')} maxLength={80} />
          <TextField
            name="baseUrl"
            label={t('访问地址')}
            hint={t('留空为本系统。')}
            maxLength={300}
            inputMode="url"
            placeholder="https://"
            rules={[{ pattern: /^\s*(?:https?:\/\/\S+)?\s*$/i, message: t('应为 http(s) 地址') }]}
          />
          <CountField name="sort" label={t('排序')} hint={t('小的在前。')} min={0} max={100_000} />
        </>
      )}
    </CallForm>
  )
}
