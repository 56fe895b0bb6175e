import { TextField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { HOST } from './tenant.view.ts'

/** How a tenant calls itself, and where its people sign in. */
export const BrandFields = ({ domainHint }: { domainHint?: string }) => (
  <>
    <TextField name="brandName" label={t('品牌名称')} required maxLength={20} />
    <TextField name="name" label={t('企业名称')} required maxLength={80} />
    <TextField
      name="domain"
      label={t('域名')}
      maxLength={120}
      inputMode="text"
      placeholder="daijia.example.com"
      hint={domainHint}
      rules={[{ pattern: HOST, message: t('请输入域名，例如 daijia.example.com') }]}
    />
  </>
)
