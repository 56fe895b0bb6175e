import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import { roleCalls } from '@chauffeur/contract/access/role'
import { Checkbox, Modal, Select } from 'antd'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Fault, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Grid } from '#ui/table/grid.tsx'
import { type ColumnKit, letters, useColumns } from '#kit/list/columns.tsx'
import type { Column } from '#kit/list/query-table.view.ts'
import { comparedRows, type RoleComparison } from '../function/function-tree.view.ts'
import { areaOf, nameOf } from '../access.view.ts'
import '../access.css'
import './role.css'

const rowKey = (row: RoleComparison) => row.fn.code
const has = (yes: boolean) =>
  yes ? <CheckOutlined className="authority-has" aria-label={t('有')} /> : <span className="ui-none">{t('无〔有无〕')}</span>

/** Two roles side by side, at first only where they differ. */
export default function CompareDialog({ first, onClose }: { first: string | null; onClose: () => void }) {
  const [one, setOne] = useState('')
  const [other, setOther] = useState('')
  const [differencesOnly, setDifferencesOnly] = useState(true)
  useEffect(() => {
    if (first !== null) {
      setOne(first)
      setOther('')
    }
  }, [first])
  const roles = useCall(roleCalls.roleList, { pageSize: 200 }, { enabled: first !== null }).data?.rows
  const ready = one !== '' && other !== ''
  const query = useCall(roleCalls.roleCompare, { roleId: one, otherRoleId: other }, { enabled: first !== null && ready })
  const answer = ready ? query.data : undefined
  const rows = useMemo(() => (answer ? comparedRows(answer, differencesOnly) : []), [answer, differencesOnly])
  const oneName = tr(answer?.role.name ?? '')
  const otherName = tr(answer?.other.name ?? '')
  const columns = useColumns(
    useCallback(
      (c: ColumnKit<RoleComparison>): Column<RoleComparison>[] => [
        c.of('name', t('功能'), ({ fn }) => <span title={fn.code}>{nameOf(fn)}</span>, letters(14), { grow: true }),
        c.text('area', t('所属模块'), ({ fn }) => areaOf(fn), { like: letters(10) }),
        c.of('one', oneName, (row) => has(row.one), letters(12), { align: 'center' }),
        c.of('other', otherName, (row) => has(row.other), letters(12), { align: 'center' }),
      ],
      [oneName, otherName],
    ),
  )
  const options = (barred: string) =>
    (roles ?? []).map(({ roleId, name }) => ({ value: roleId, label: tr(name), disabled: roleId === barred }))
  const placeholder = !ready ? (
    <EmptyState title={t('请选择要比较的两个角色')} />
  ) : query.error && !answer ? (
    <Fault error={query.error} retry={query.refetch} />
  ) : !answer ? (
    <Skeleton lines={8} height={28} />
  ) : rows.length === 0 ? (
    <EmptyState title={t('两个角色的功能完全相同')} />
  ) : undefined
  return (
    <Modal open={first !== null} title={t('比较角色')} width={760} onCancel={onClose} footer={null} destroyOnHidden>
      <div className="authority-bar">
        <Select
          aria-label={t('第一个角色')}
          placeholder={t('第一个角色')}
          value={one || null}
          options={options(other)}
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: 220 }}
          onChange={(value: string | null) => setOne(value ?? '')}
        />
        <Select
          aria-label={t('第二个角色')}
          placeholder={t('第二个角色')}
          value={other || null}
          options={options(one)}
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: 220 }}
          onChange={(value: string | null) => setOther(value ?? '')}
        />
        <Checkbox checked={differencesOnly} onChange={(event) => setDifferencesOnly(event.target.checked)}>
          {t('只看差异')}
        </Checkbox>
      </div>
      {answer ? (
        <p className="tree-note authority-sum">
          {t('相同 {a} 项，仅前者 {b} 项，仅后者 {c} 项', { a: answer.both.length, b: answer.onlyRole.length, c: answer.onlyOther.length })}
        </p>
      ) : null}
      <div className="authority-grid">
        <Grid label={t('比较角色')} rows={rows} columns={columns} rowKey={rowKey} density="compact" placeholder={placeholder} />
      </div>
    </Modal>
  )
}
