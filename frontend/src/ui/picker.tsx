/** One of many, in the browser's own list. */
interface Props<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

export function Picker<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <label class="picker">
      {label}
      <select
        class="select"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
