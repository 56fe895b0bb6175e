/** What the calls of privacy do, as the contract sums them up: for logs and monitoring. */
export default {
  隐私协议详情: 'A privacy agreement',
  保存隐私协议草稿: 'Save the draft of a privacy agreement',
  隐私协议发布记录: 'Published privacy agreements',
  隐私协议的一个版本: 'A version of a privacy agreement',
  隐私协议版本差异: 'What a version of a privacy agreement changes',
  发布隐私协议: 'Publish a privacy agreement',
  放弃隐私协议草稿: 'Discard the draft of a privacy agreement',
  隐私协议同意情况: 'How many agreed to privacy agreements',
  我的隐私协议: "An operator's privacy agreement",
  同意隐私协议: 'Agree to the privacy agreement',
  不同意隐私协议: 'Decline the privacy agreement',
  司机隐私协议: 'Privacy agreement of drivers',
  同意司机隐私协议: 'Agree to the privacy agreement of drivers',
  不同意司机隐私协议: 'Decline the privacy agreement of drivers',
} satisfies Record<string, string>
