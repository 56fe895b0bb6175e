import type { DispatchTeam } from '@chauffeur/contract/dispatch/team'
import { Button, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { PickSelect } from '#kit/pickers/pick-select.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { numbersIn } from './team.view.ts'
import './team.css'

export type TeamMember = Pick<DispatchTeam['members'][number], 'driverNo' | 'priority'> & { name?: string }

interface Props {
  /** Given by the form. */
  id?: string
  /** They have numbers. */
  ranked: boolean
  /** Where they drive. */
  cityId: string | undefined
  value?: readonly TeamMember[]
  onChange?: (members: readonly TeamMember[]) => void
}

/** The drivers of a team, each with a number: looked for one by one, or pasted by their numbers, as many as there are. */
export function TeamMembers({ id, ranked, cityId, value = [], onChange }: Props) {
  const [text, setText] = useState('')
  const add = () => {
    const coming = numbersIn(text).filter((driverNo) => !value.some((member) => member.driverNo === driverNo))
    if (coming.length > 0) onChange?.([...value, ...coming.map((driverNo) => ({ driverNo, priority: 0 }))])
    setText('')
  }
  return (
    <>
      {cityId === undefined ? null : (
        <PickSelect
          id={id}
          kind="driver"
          cityId={cityId}
          aria-label={t('查找司机')}
          value={null}
          onPicked={({ fact: driverNo, name }) => {
            if (!value.some((member) => member.driverNo === driverNo)) onChange?.([...value, { driverNo, name, priority: 0 }])
          }}
        />
      )}
      <div className="dispatch-add">
        <Input.TextArea
          aria-label={t('批量填写工号')}
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={text}
          placeholder={t('批量填写工号：每行一个，也可用空格或逗号分开')}
          onChange={(event) => setText(event.target.value)}
          // Whoever saves without adding first means these too.
          onBlur={add}
        />
        <Button disabled={numbersIn(text).length === 0} onClick={add}>
          {t('加入')}
        </Button>
      </div>
      {value.length > 0 ? (
        <div className="dispatch-members">
          <PlainTable
            label={t('车队司机')}
            rows={value}
            rowKey={({ driverNo }) => driverNo}
            columns={[
              { title: t('工号'), cell: ({ driverNo }) => <span className="ui-number">{driverNo}</span> },
              { title: t('姓名'), head: true, cell: ({ name }) => <span lang="zh-CN">{name ?? '—'}</span> },
              ...(ranked
                ? [
                    {
                      title: t('优先级（大者先）'),
                      cell: ({ driverNo, name, priority }: TeamMember) => (
                        <InputNumber
                          size="small"
                          min={0}
                          max={99}
                          precision={0}
                          value={priority}
                          aria-label={t('{name} 的优先级', { name: name ?? driverNo })}
                          onChange={(next) =>
                            onChange?.(value.map((member) => (member.driverNo === driverNo ? { ...member, priority: next ?? 0 } : member)))
                          }
                        />
                      ),
                    },
                  ]
                : []),
              {
                title: t('操作'),
                cell: ({ driverNo, name }) => (
                  <button
                    type="button"
                    className="ui-text-button"
                    aria-label={t('移出 {name}', { name: name ?? driverNo })}
                    onClick={() => onChange?.(value.filter((member) => member.driverNo !== driverNo))}
                  >
                    {t('移出')}
                  </button>
                ),
              },
            ]}
          />
        </div>
      ) : null}
    </>
  )
}
