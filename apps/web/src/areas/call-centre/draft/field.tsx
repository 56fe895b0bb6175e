import { type ReactNode, useId } from 'react'
import { KeyHint } from '#ui/show/key-hint.tsx'
import '../call-centre.css'
import './draft.css'

export interface FieldProps {
  label: string
  hotkey?: string
  problem?: string
  children: (field: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

/** A labelled field that says what is wrong right below itself. */
export function Field({ label, hotkey, problem, children }: FieldProps) {
  const id = useId()
  return (
    <div className="desk-field">
      <label htmlFor={id} className="desk-label">
        {label}
        {hotkey ? <KeyHint keys={hotkey} /> : null}
      </label>
      {children({ id, 'aria-invalid': problem !== undefined, 'aria-describedby': problem ? `${id}-problem` : undefined })}
      {problem ? <Problem id={`${id}-problem`} text={problem} /> : null}
    </div>
  )
}

export function Problem({ id, text }: { id?: string; text: string }) {
  return (
    <p id={id} className="desk-problem" role="alert">
      {text}
    </p>
  )
}
