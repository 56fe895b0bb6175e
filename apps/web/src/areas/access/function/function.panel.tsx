import { functionCalls, functionKindText, functionSourceText } from '@chauffeur/contract/access/function'
import { Button } from 'antd'
import { useSend } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { type Fact, Facts } from '#kit/detail/facts.tsx'
import { BranchPane } from '#kit/tree/branch-pane.tsx'
import type { FunctionRow } from './function-tree.view.ts'
import { areaOf, nameOf } from '../access.view.ts'

export function FunctionPanel({ fn, onEdit, onGone }: { fn: FunctionRow; onEdit: () => void; onGone: () => void }) {
  const remove = useSend(functionCalls.functionDelete)
  const mayRoles = useCan('role.view')
  const facts: Fact[] = [
    [t('编码'), fn.code],
    [t('中文名称'), fn.name],
    [t('英文名称'), fn.nameEn],
    [t('所属模块'), areaOf(fn)],
    [t('上级功能'), fn.parentCode],
    [t('类型'), tr(functionKindText[fn.kind])],
    [t('来源'), tr(functionSourceText[fn.source])],
    [t('使用范围'), fn.platformOnly ? t('仅平台管理员有效') : t('所有租户')],
    [t('我是否拥有'), fn.grantable ? t('拥有，可以授予') : t('没有，不能授予')],
  ]
  return (
    <BranchPane
      name={nameOf(fn)}
      actions={fn.allowedActions.includes('edit') ? <Button onClick={onEdit}>{t('修改')}</Button> : null}
      deletion={
        fn.allowedActions.includes('delete')
          ? {
              title: t('删除功能'),
              question: t('删除功能「{name}」后不能恢复；仍被角色或菜单使用时不能删除。', { name: nameOf(fn) }),
              barred: '',
              send: () => remove.send({ code: fn.code }),
              onGone,
            }
          : null
      }
    >
      <Facts facts={facts} />
      {mayRoles ? (
        <a className="ui-link" href={`#/Sys/Role?functionCode=${encodeURIComponent(fn.code)}`}>
          {t('查看拥有此功能的角色')}
        </a>
      ) : null}
    </BranchPane>
  )
}
