import { Button } from 'antd'
import { type Ref, useRef } from 'react'
import { FieldFrame, type FieldProps } from '#kit/fields/field.tsx'
import { useAddressOf } from '#kit/fields/logo-field.tsx'
import { t } from '#platform/text/text.ts'
import './media.css'

/** A picture of paper, to be sent with the form; shown before it is. No draft can keep a file. */
export const PictureField = (props: FieldProps) => (
  <FieldFrame {...props} lacking="choose" known={{ secret: true, words: ((file?: File | null) => file?.name ?? '') as never }}>
    <PictureInput />
  </FieldFrame>
)

interface InputProps {
  id?: string
  value?: File | null
  onChange?: (file: File | null) => void
  ref?: Ref<HTMLButtonElement>
}

function PictureInput({ id, value: file = null, onChange, ref }: InputProps) {
  const input = useRef<HTMLInputElement>(null)
  const address = useAddressOf(file)
  return (
    <div className="media-picture-field">
      <input
        ref={input}
        type="file"
        accept="image/*"
        style={{ display: 'none' }}
        aria-label={t('选择图片')}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen) onChange?.(chosen)
          event.target.value = ''
        }}
      />
      <Button id={id} ref={ref} onClick={() => input.current?.click()}>
        {file ? t('更换图片') : t('选择图片')}
      </Button>
      {file ? <img src={address} alt={file.name} /> : null}
    </div>
  )
}
