import { Button, Form } from 'antd'
import { type Ref, useEffect, useRef, useState } from 'react'
import { Logo } from '#kit/media/logo.tsx'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { FieldFrame, type FieldProps } from './field.tsx'
import { LOGO_ACCEPT, logoProblem } from './logo.view.ts'

interface LogoProps extends FieldProps {
  /** The present logo's address; empty where there is none. */
  present: string
  /** The field that holds the name the logo stands for. */
  nameIn: string
}

/** A picture to be uploaded, shown as it will look before anything is sent. Its value is a file, which no draft can keep. */
export const LogoField = ({ present, nameIn, ...props }: LogoProps) => (
  <FieldFrame
    {...props}
    known={{ secret: true, words: ((file?: File | null) => file?.name ?? '') as never }}
    hint={props.hint ?? t('PNG、JPEG 或 WebP，不超过 2 MB，建议正方形；可拖到此处')}
  >
    <LogoInput present={present} nameIn={nameIn} />
  </FieldFrame>
)

interface InputProps extends Pick<LogoProps, 'present' | 'nameIn'> {
  id?: string
  value?: File | null
  onChange?: (file: File | null) => void
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
}

function LogoInput({ present, nameIn, id, value: file = null, onChange, ref }: InputProps) {
  const name: string = Form.useWatch(nameIn) ?? ''
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const preview = useAddressOf(file)
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const wrong = logoProblem(chosen)
    setProblem(wrong === null ? '' : problemWords(wrong, chosen.name))
    onChange?.(wrong === null ? chosen : null)
  }
  return (
    <div
      className="logo-field"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        choose(event.dataTransfer.files[0])
      }}
    >
      <Logo
        src={preview || present}
        name={name}
        sizePx={72}
        onBroken={() => {
          if (!file) return
          onChange?.(null)
          setProblem(problemWords('type', file.name))
        }}
      />
      <div>
        <input
          ref={input}
          type="file"
          accept={LOGO_ACCEPT}
          style={{ display: 'none' }}
          aria-label={t('选择图片')}
          onChange={(event) => {
            choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <div className="logo-row">
          <Button id={id} ref={ref} onClick={() => input.current?.click()}>
            {file || present ? t('更换图片') : t('选择图片')}
          </Button>
          {file ? <Button onClick={() => onChange?.(null)}>{t('不上传')}</Button> : null}
        </div>
        {problem ? (
          <p className="logo-problem" role="alert">
            {problem}
          </p>
        ) : file ? (
          <p className="logo-hint">{t('已选择「{file}」', { file: file.name })}</p>
        ) : null}
      </div>
    </div>
  )
}

const problemWords = (wrong: 'type' | 'size' | 'empty', file: string): string =>
  wrong === 'size'
    ? t('「{file}」超过 2 MB，请压缩后再上传', { file })
    : wrong === 'empty'
      ? t('「{file}」是空文件', { file })
      : t('「{file}」不是 PNG、JPEG 或 WebP 图片', { file })

/** An address under which a chosen file can be drawn. */
export function useAddressOf(file: File | null): string {
  const [address, setAddress] = useState('')
  useEffect(() => {
    if (!file) return setAddress('')
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

/** Of something new its logo comes last: where that is refused, the new thing is there, and it is said why it has no logo. */
export async function sendLogoOfNew(send: Promise<unknown>): Promise<void> {
  try {
    await send
  } catch (error) {
    toast.warning(t('已保存，但图片没有上传：{why}', { why: faultOf(error).hint }))
  }
}
