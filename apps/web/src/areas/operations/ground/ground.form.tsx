import { groundCalls, groundKinds } from '@chauffeur/contract/operations/ground'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { choicesOf, RadioField, ReasonField, SelectField, TextField, WhenField } from '#kit/fields/fields.ts'
import { CallForm } from '#kit/edit/call.form.tsx'
import { t } from '#platform/text/text.ts'
import { kindText } from './ground.view.ts'

interface GroundFormProps {
  open: boolean
  ground: AnswerOf<typeof groundCalls.ground>
  onClose: () => void
}

/** Of fields that the chosen kind does not show. */
const UNFILLED = { files: [], styleUrl: '', key: '' }

/** Which ground is drawn, and of what. */
export default function GroundForm({ open, ground: { chosen, installation, folder, there }, onClose }: GroundFormProps) {
  const files = [...new Set([...there.map(({ name }) => name), ...(chosen?.files ?? [])])]
  return (
    <CallForm
      call={groundCalls.saveGround}
      open={open}
      title={t('修改底图')}
      row={chosen ?? { ...installation, version: 0 }}
      input={(values, row) => ({ ...UNFILLED, ...values, version: row?.version ?? 0 })}
      onClose={onClose}
    >
      <RadioField
        name="kind"
        label={t('底图')}
        required
        choices={choicesOf(groundKinds, kindText()).map((choice) => ({ ...choice, disabled: choice.value === 'FILE' && !folder }))}
      />
      <WhenField name="kind" is="FILE">
        <SelectField
          name="files"
          label={t('文件')}
          multiple
          most={20}
          placeholder={t('全部文件')}
          hint={t('几份文件各管一片地方；同一地方先选的先画')}
          choices={files.map((name) => ({ value: name, label: name }))}
        />
      </WhenField>
      <WhenField name="kind" is="STYLE">
        <TextField
          name="styleUrl"
          label={t('样式地址')}
          required
          maxLength={500}
          placeholder="https://"
          hint={t('浏览器只从 https 取样式')}
        />
      </WhenField>
      <WhenField name="kind" is="TIANDITU">
        <TextField name="key" label={t('密钥')} required maxLength={100} hint={t('浏览器端密钥，使用地图的人都会拿到')} />
      </WhenField>
      <ReasonField />
    </CallForm>
  )
}
