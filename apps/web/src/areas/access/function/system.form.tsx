import { functionCalls } from '@chauffeur/contract/access/function'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { CountField } from '#kit/fields/number-fields.tsx'
import { TextField } from '#kit/fields/text-fields.tsx'
import { sendCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import type { SystemRow } from './function.view.ts'

interface SystemFormProps {
  /** Null while closed; without a row a new one is added. */
  opened: { row: SystemRow | null } | null
  onClose: () => void
}
type Values = Pick<SystemRow, 'platformId' | 'name' | 'nameEn' | 'baseUrl' | 'sort'>

const refreshes = [functionCalls.systemList, functionCalls.platforms, functionCalls.functionTreeV2]

export default function SystemForm({ opened, onClose }: SystemFormProps) {
  const add = useSend(functionCalls.systemAdd, { refreshes })
  const update = useSend(functionCalls.systemUpdate, { refreshes })
  return (
    <EditForm<Values, SystemRow>
      open={opened !== null}
      title={(row) => (row ? t('修改系统') : t('添加系统'))}
      row={opened?.row}
      initial={{ sort: 0 }}
      present={async (old) => (await sendCall(functionCalls.systemList, {})).rows.find(({ systemId }) => systemId === old.systemId)}
      fieldOf={{ 'authority.platformTaken': 'platformId' }}
      save={(values, row, changed) =>
        row ? update.send({ systemId: row.systemId, version: row.version, ...changed }) : add.send({ ...values, sort: values.sort ?? 0 })
      }
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
    </EditForm>
  )
}
