import { functionCalls } from '@chauffeur/contract/authority-function'
import { Form, Input, InputNumber } from 'antd'
import { useRef } from 'react'
import { sendCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { atField } from '#kit/edit/conflict.view.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { VersionConflict, type ConflictField } from '#kit/edit/version-conflict.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { systemUpdate, systemValues, type SystemRow, type SystemValues } from './function.view.ts'

interface SystemFormProps {
  /** Null while closed; without a row a new one is added. */
  opened: { row: SystemRow | null } | null
  onClose: () => void
}

const changed = [functionCalls.systemList, functionCalls.platforms, functionCalls.functionTreeV2]
const fieldOf = { 'authority.platformTaken': 'platformId' }
const blank: Partial<SystemValues> = { name: '', nameEn: '', baseUrl: '', sort: 0 }

export default function SystemForm({ opened, onClose }: SystemFormProps) {
  const last = useRef(opened)
  if (opened) last.current = opened
  const row = last.current?.row ?? null
  const versions = useVersioned(opened !== null, row, async (old) =>
    (await sendCall(functionCalls.systemList, {})).rows.find(({ systemId }) => systemId === old?.systemId),
  )
  const add = useSend(functionCalls.systemAdd, { refreshes: changed })
  const update = useSend(functionCalls.systemUpdate, { refreshes: changed })
  const submit = async (typed: SystemValues) => {
    const values = { ...typed, sort: typed.sort ?? 0 }
    try {
      const { base } = versions
      if (base) {
        await versions.guard(() => update.send(systemUpdate(base, { ...systemValues(base), ...values })))
        toast.success(t('已保存'))
      } else {
        await add.send(values)
        toast.success(t('已添加'))
      }
    } catch (error) {
      throw atField(error, fieldOf)
    }
  }
  const fields: ConflictField<SystemValues>[] = [
    { name: 'name', label: t('名称'), words: String },
    { name: 'nameEn', label: t('英文名称'), words: String },
    { name: 'baseUrl', label: t('访问地址'), words: String },
    { name: 'sort', label: t('排序'), words: String },
  ]
  return (
    <FormDialog<SystemValues>
      open={opened !== null}
      title={row ? t('修改系统') : t('添加系统')}
      initial={row ? systemValues(row) : blank}
      onSubmit={submit}
      onClose={onClose}
    >
      <VersionConflict<SystemValues>
        base={(versions.base ? systemValues(versions.base) : blank) as SystemValues}
        present={versions.present ? systemValues(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      {row ? null : (
        <Form.Item
          name="platformId"
          label={t('平台编号')}
          extra={t('客户端和菜单以此编号区分系统，添加后不能修改。')}
          rules={[{ required: true, message: t('请输入平台编号') }]}
        >
          <InputNumber min={1} max={1000} precision={0} autoFocus />
        </Form.Item>
      )}
      <Form.Item name="name" label={t('名称')} rules={[{ required: true, whitespace: true, message: t('请输入名称') }]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="nameEn" label={t('英文名称')}>
        <Input maxLength={80} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="baseUrl"
        label={t('访问地址')}
        extra={t('留空为本系统。')}
        rules={[{ pattern: /^\s*(?:https?:\/\/\S+)?\s*$/i, message: t('应为 http(s) 地址') }]}
      >
        <Input maxLength={300} placeholder="https://" spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item name="sort" label={t('排序')} extra={t('小的在前。')}>
        <InputNumber min={0} max={100_000} precision={0} />
      </Form.Item>
    </FormDialog>
  )
}
