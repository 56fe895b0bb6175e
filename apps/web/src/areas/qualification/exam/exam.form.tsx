import { examCalls, type ExamGroup } from '@chauffeur/contract/qualification/exam'
import { EXAM_LIMITS as LIMITS } from '@chauffeur/contract/qualification/exam-model'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import { CityField, CountField, FieldRow, LongTextField, ReasonField, RowsField, TextField } from '#kit/fields/fields.ts'
import { joined, t } from '#platform/text/text.ts'

type Section = ExamGroup['sections'][number]

/** What an exam is, and what is read before it; its questions stand on its page. */
export default function ExamForm({ open, row: shown, onClose }: RowFormProps<ExamGroup>) {
  return (
    <CallForm
      call={examCalls.saveGroup}
      open={open}
      as="drawer"
      width={640}
      title={(row) => (row ? t('修改考试') : t('新建考试'))}
      row={shown}
      initial={{ cityIds: [], passPercent: 80, drawn: 10, minutes: 20, attemptsADay: 3, validDays: 365, sections: [] }}
      present={examCalls.group}
      of="examGroupId"
      onClose={onClose}
    >
      {(row) => (
        <>
          <TextField name="name" label={t('考试名称')} required maxLength={60} />
          <CityField name="cityIds" label={t('考试城市')} multiple hint={t('不选为全部城市')} />
          <FieldRow>
            <CountField name="drawn" label={t('抽题数')} required min={1} max={LIMITS.drawn} hint={t('每次考试从题库随机抽取')} />
            <CountField name="passPercent" label={t('及格线')} required min={1} max={100} suffix="%" hint={t('得分占满分的比例')} />
            <CountField name="minutes" label={t('考试时长')} required min={1} max={LIMITS.minutes} suffix={t('分钟')} />
            <CountField name="attemptsADay" label={t('每天次数')} required min={1} max={LIMITS.attemptsADay} />
            <CountField
              name="validDays"
              label={t('合格有效期')}
              min={1}
              max={LIMITS.validDays}
              suffix={t('天')}
              hint={t('不填为长期有效；已有成绩不变')}
            />
          </FieldRow>
          <RowsField<Section>
            name="sections"
            label={t('学习资料')}
            words={(sections) => joined(sections.map(({ title }) => title))}
            addText={t('增加一节')}
            added={{ title: '', text: '' }}
            least={0}
            most={LIMITS.sections}
            removeText={(n) => t('删除第 {n} 节', { n })}
          >
            {(at) => (
              <>
                <TextField name={[at, 'title']} label={t('资料标题')} required maxLength={60} />
                <LongTextField name={[at, 'text']} label={t('内容')} required maxLength={LIMITS.sectionText} rows={4} />
              </>
            )}
          </RowsField>
          {row ? <ReasonField /> : null}
        </>
      )}
    </CallForm>
  )
}
