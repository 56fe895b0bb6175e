import { numberProviderCalls } from '@chauffeur/contract/call-centre/number-provider'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CityField, LongTextField } from '#kit/fields/fields.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'

/** Numbers that were ordered at the provider, one a line. */
export default function AddNumbersForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <CallForm<typeof numberProviderCalls.addNumbers>
      call={numberProviderCalls.addNumbers}
      open={open}
      title={t('添加隐私号码')}
      row={null}
      initial={{}}
      refreshes={[numberProviderCalls.show]}
      onAdded={({ added, moved }) => toast.success(t('新增 {added} 个，改城市 {moved} 个', { added, moved }))}
      onClose={onClose}
    >
      <CityField name="cityId" label={t('使用城市')} placeholder={t('全部城市')} />
      <LongTextField
        name="numbers"
        label={t('号码')}
        required
        rows={6}
        maxLength={10_000}
        placeholder={'17000000001\n17000000002'}
        hint={t('在服务商处订购的号码，每行一个；已有的号码改为所选城市')}
      />
    </CallForm>
  )
}
