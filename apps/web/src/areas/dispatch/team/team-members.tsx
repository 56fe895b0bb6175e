import type { DispatchTeam } from '@chauffeur/contract/dispatch/team'
import { Button, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { numbersIn } from './team.view.ts'
import './team.css'

export type TeamMember = Pick<DispatchTeam['members'][number], 'driverNo' | 'priority'> & { name?: string }

interface Props {
  /** Given by the form. */
  id?: string
  /** They have numbers. */
  ranked: boolean
  value?: readonly TeamMember[]
  onChange?: (members: readonly TeamMember[]) => void
}

/** The drivers of a team, each with a number: pasted by their numbers, as many as there are. */
export function TeamMembers({ id, ranked, value = [], onChange }: Props) {
  const [text, setText] = useState('')
  const add = () => {
    const coming = numbersIn(text).filter((driverNo) => !value.some((member) => member.driverNo === driverNo))
    if (coming.length > 0) onChange?.([...value, ...coming.map((driverNo) => ({ driverNo, priority: 0 }))])
    setText('')
  }
  return (
    <>
      <div className="dispatch-add">
        <Input.TextArea
          id={id}
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={text}
          placeholder={t('每行一个，也可用空格或逗号分开')}
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
          <table className="dispatch-table" aria-label={t('车队司机')}>
            <thead>
              <tr>
                <th scope="col">{t('工号')}</th>
                <th scope="col">{t('姓名')}</th>
                {ranked ? <th scope="col">{t('优先级（大者先）')}</th> : null}
                <th scope="col">{t('操作')}</th>
              </tr>
            </thead>
            <tbody>
              {value.map(({ driverNo, name, priority }) => (
                <tr key={driverNo}>
                  <td className="ui-number">{driverNo}</td>
                  <td lang="zh-CN">{name ?? '—'}</td>
                  {ranked ? (
                    <td>
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
                    </td>
                  ) : null}
                  <td>
                    <button
                      type="button"
                      className="ui-text-button"
                      aria-label={t('移出 {name}', { name: name ?? driverNo })}
                      onClick={() => onChange?.(value.filter((member) => member.driverNo !== driverNo))}
                    >
                      {t('移出')}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  )
}
