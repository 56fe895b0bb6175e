import { appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import { CallForm } from '#kit/edit/call.form.tsx'
import { AdministratorField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import './app.css'

/** Who administers an app. */
export default function AppAdministratorsDialog({ row: shown, onClose }: { row: AppRow | null; onClose: () => void }) {
  return (
    <CallForm<typeof appsCalls.authorise, AppRow>
      call={appsCalls.authorise}
      open={shown !== null}
      title={(row) => t('{name} 的管理员', { name: row?.name ?? '' })}
      row={shown}
      valuesOf={({ administrators }) => ({ userIds: administrators.map(({ userId }) => userId) })}
      beside={(row) => ({ appId: row?.appId })}
      onClose={onClose}
    >
      <p className="apps-sentence">{t('设置管理员后，只有他们可以修改该应用的支付配置；不设置时，有支付配置权限的人都可以修改。')}</p>
      <AdministratorField name="userIds" multiple most={50} placeholder={t('输入姓名或用户名查找')} />
    </CallForm>
  )
}
