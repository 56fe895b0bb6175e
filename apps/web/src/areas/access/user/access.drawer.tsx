import { peopleCalls, userStatusText } from '@chauffeur/contract/access/user'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Alert } from 'antd'
import { useMemo, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { joined, locale, t, tr, useLocale } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { FindInput } from '#ui/page/find-input.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Grid } from '#ui/table/grid.tsx'
import { columnsOf, letters } from '#kit/list/columns.tsx'
import type { Column } from '#kit/list/query-table.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { kindWords } from './user-words.ts'
import { matchingFunctions, type EffectiveFunction, type UserRow } from './user.view.ts'
import '../access.css'
import './user.css'

type Effective = AnswerOf<typeof peopleCalls.effectiveAuthorities>

const c = columnsOf<EffectiveFunction>()
const rowKey = (row: EffectiveFunction) => row.code
const inLanguage = (one: { name: string; nameEn: string }) => (locale() === 'en' && one.nameEn ? one.nameEn : one.name)

/** What somebody can do, which role gives it, and how far they see. */
export default function AccessDrawer({ row, onClose }: { row: UserRow | null; onClose: () => void }) {
  return (
    <KeptDrawer
      row={row}
      title={(shown) => t('{name} 的有效权限', { name: `${shown.realName}（${shown.username}）` })}
      size={760}
      onClose={onClose}
    >
      {({ userId }) => <AccessOf userId={userId} />}
    </KeptDrawer>
  )
}

function AccessOf({ userId }: { userId: string }) {
  const query = useCall(peopleCalls.effectiveAuthorities, { userId })
  return (
    <Async query={query} skeleton={<Skeleton lines={12} />}>
      {(effective) => <Access effective={effective} />}
    </Async>
  )
}

function Access({ effective }: { effective: Effective }) {
  const language = useLocale()
  const [asked, setAsked] = useState('')
  const found = useMemo(() => matchingFunctions(effective.functions, asked), [effective, asked])
  const columns = useMemo<Column<EffectiveFunction>[]>(
    () => [
      c.text('name', t('功能'), inLanguage, { width: 170 }),
      c.text('area', t('所属模块'), (row) => (language === 'en' ? row.areaNameEn || row.areaName : row.areaName), { like: letters(10) }),
      c.of('code', t('编码'), (row) => <span className="people-code">{row.code}</span>, letters(13)),
      c.text('roles', t('来自角色'), (row) => joined(row.roles.map(({ name }) => tr(name))) || t('平台管理员身份'), { width: 220 }),
    ],
    [language],
  )
  return (
    <div className="people-access">
      {effective.status === 'DISABLED' ? <Alert type="warning" showIcon title={t('该用户已停用，下列权限在启用后才生效。')} /> : null}
      {effective.scope.seesNothing ? <Alert type="warning" showIcon title={t('没有指定城市、机构或合作渠道，看不到任何数据。')} /> : null}
      <Scope effective={effective} />
      <div className="people-access-bar">
        <FindInput label={t('查找功能')} placeholder={t('按功能、编码或角色查找')} value={asked} widthPx={260} onChange={setAsked} />
        <span className="people-hint">{t('{n} 项功能', { n: effective.functions.length })}</span>
      </div>
      <div className="people-access-grid">
        <Grid
          label={t('有效权限')}
          rows={found}
          columns={columns}
          rowKey={rowKey}
          density="compact"
          placeholder={
            found.length === 0 ? (
              <EmptyState title={effective.functions.length === 0 ? t('没有任何功能') : t('没有这样的功能')} />
            ) : undefined
          }
        />
      </div>
      {effective.withoutEffect.length > 0 ? (
        <p className="people-hint">
          {t('角色中另有 {n} 项功能仅对平台管理员生效，对该用户无效：', { n: effective.withoutEffect.length })}
          {joined(effective.withoutEffect)}
        </p>
      ) : null}
    </div>
  )
}

function Scope({ effective }: { effective: Effective }) {
  const { scope } = effective
  return (
    <Facts
      facts={[
        [
          t('状态'),
          <span key="status">
            <Tag tone={effective.status === 'ENABLED' ? 'done' : 'off'}>{tr(userStatusText[effective.status])}</Tag>
            {effective.platformAdmin ? <span className="people-mark">{t('平台管理员')}</span> : null}
          </span>,
        ],
        [t('部门'), `${scope.deptName}（${kindWords(scope.deptType)}）`],
        [t('可见城市'), scope.cities ? joined(scope.cities.map(({ name }) => tr(name))) || t('无') : t('全部城市')],
        [t('可见机构'), scope.organisations ? joined(scope.organisations.map(({ name }) => name)) || t('无') : t('全部机构')],
        [t('合作渠道'), scope.channel ? t('仅 {name}', { name: scope.channel.name }) : t('不限')],
      ]}
    />
  )
}
