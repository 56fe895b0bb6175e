import { roleCalls } from '@chauffeur/contract/access/role'
import { Alert, Button, Segmented } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { isVersionConflict, sendCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useCan } from '#platform/session/session.ts'
import { joined, t } from '#platform/text/text.ts'
import { useUnsaved } from '#platform/tab/unsaved.ts'
import { mergeSets, setChange, type SetChange } from '#kit/edit/conflict.view.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { FunctionTicks } from './function-ticks.tsx'
import { MenuTicks } from './menu-ticks.tsx'
import type { RoleInfo } from './role.view.ts'
import type { useFunctions } from '../function/use-functions.ts'
import '../access.css'
import './role.css'

interface RoleFunctionsProps {
  role: RoleInfo
  functions: ReturnType<typeof useFunctions>
}
interface SavedFunctions {
  codes: ReadonlySet<string>
  version: number
}

const startOf = ({ functionCodes, version }: RoleInfo): SavedFunctions => ({ codes: new Set(functionCodes), version })

/** Gives and takes the functions of a role; what somebody else changed meanwhile is shown before it is saved over. */
export function RoleFunctions({ role, functions }: RoleFunctionsProps) {
  const [start, setStart] = useState(() => startOf(role))
  const [mine, setMine] = useState<ReadonlySet<string>>(start.codes)
  const [present, setPresent] = useState<SavedFunctions | null>(null)
  const [problem, setProblem] = useState('')
  const [by, setBy] = useState<'function' | 'menu'>('function')
  const mayMenus = useCan('menu.view')
  const update = useSend(roleCalls.roleUpdate, {})
  const change = useMemo(() => setChange(start.codes, mine), [start, mine])
  const dirty = change.added.length + change.removed.length > 0
  useUnsaved(() => dirty)
  useEffect(() => {
    // What is being edited stays; the present state of the role then shows up as a conflict when it is saved.
    if (dirty || role.version === start.version) return
    const next = startOf(role)
    setStart(next)
    setMine(next.codes)
  }, [role, start.version, dirty])

  const readOnly = !role.allowedActions.includes('editFunctions')
  const save = async () => {
    setProblem('')
    try {
      const { version } = await update.send({ roleId: role.roleId, version: start.version, functionCodes: [...mine] })
      setStart({ codes: mine, version })
      toast.success(t('已保存，已登录的用户几秒内生效'))
    } catch (error) {
      setProblem(faultOf(error).hint)
      if (!isVersionConflict(error)) return
      const now = await sendCall(roleCalls.roleFunctionIds, { roleId: role.roleId }).catch(() => null)
      setPresent(now && { codes: new Set(now.functionIds), version: now.version })
    }
  }
  const take = (codes: ReadonlySet<string>) => {
    if (!present) return
    setStart(present)
    setMine(codes)
    setPresent(null)
    setProblem('')
  }
  return (
    <div className="authority-functions">
      {readOnly ? <Alert type="info" showIcon title={whyReadOnly(role)} /> : null}
      {problem ? <Alert type="error" showIcon role="alert" title={problem} /> : null}
      {present ? (
        <section className="authority-conflict" aria-label={t('两个版本的差异')}>
          <Changes who={t('我的修改')} change={change} name={functions.name} />
          <Changes who={t('他人的修改')} change={setChange(start.codes, present.codes)} name={functions.name} />
          <div className="authority-bar">
            <Button size="small" type="primary" onClick={() => take(mergeSets(start.codes, mine, present.codes))}>
              {t('载入最新内容，保留我的修改')}
            </Button>
            <Button size="small" onClick={() => take(present.codes)}>
              {t('全部采用最新内容')}
            </Button>
          </div>
        </section>
      ) : null}
      {mayMenus ? (
        <Segmented<'function' | 'menu'>
          className="authority-by"
          aria-label={t('选择方式')}
          value={by}
          onChange={setBy}
          options={[
            { value: 'function', label: t('按功能选择') },
            { value: 'menu', label: t('按菜单选择') },
          ]}
        />
      ) : null}
      {by === 'menu' ? (
        <MenuTicks functions={functions} held={mine} onChange={setMine} readOnly={readOnly} />
      ) : (
        <FunctionTicks label={t('角色的功能')} tree={functions.tree} held={mine} onChange={setMine} readOnly={readOnly} />
      )}
      {readOnly ? null : (
        <footer className="authority-foot">
          <span className="tree-note" role="status">
            {dirty ? t('将增加 {a} 项，取消 {b} 项', { a: change.added.length, b: change.removed.length }) : t('没有修改')}
          </span>
          <Button disabled={!dirty || update.pending} onClick={() => setMine(start.codes)}>
            {t('撤销修改')}
          </Button>
          <Button type="primary" disabled={!dirty || present !== null} loading={update.pending} onClick={() => void save()}>
            {t('保存')}
          </Button>
        </footer>
      )}
    </div>
  )
}

function whyReadOnly(role: RoleInfo): string {
  if (role.own) return t('这是您自己的角色，不能修改其功能。')
  if (role.lacking.length > 0) return t('该角色含有您没有的 {n} 项功能，不能修改。', { n: role.lacking.length })
  return t('该角色涉及您管理范围以外的部门或用户，不能修改。')
}

function Changes({ who, change, name }: { who: string; change: SetChange; name: (code: string) => string }) {
  const words = [
    ...(change.added.length > 0 ? [t('增加 {names}', { names: joined(change.added.map(name)) })] : []),
    ...(change.removed.length > 0 ? [t('取消 {names}', { names: joined(change.removed.map(name)) })] : []),
  ]
  return (
    <p>
      <strong>{who}</strong> {words.length > 0 ? words.join(t('；')) : t('功能没有变化')}
    </p>
  )
}
