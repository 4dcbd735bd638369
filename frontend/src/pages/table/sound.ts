/** Quiet sounds, made on the spot: no file is loaded. */

type Name = 'put' | 'draw' | 'home' | 'refused' | 'won';

let context: AudioContext | null = null;

/** A short burst of filtered noise, as a card makes on cloth. */
function brush(audio: AudioContext, pitch: number, length: number, loud: number): void {
  const frames = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(new GainNode(audio, { gain: loud })).connect(audio.destination);
  source.start();
}

function tone(audio: AudioContext, pitch: number, at: number, length: number): void {
  const start = audio.currentTime + at;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.06, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  const source = new OscillatorNode(audio, { type: 'sine', frequency: pitch });
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

const SOUNDS: Record<Name, (audio: AudioContext) => void> = {
  put: (audio) => brush(audio, 1500, 0.06, 0.22),
  draw: (audio) => brush(audio, 2600, 0.09, 0.16),
  home: (audio) => tone(audio, 620, 0, 0.16),
  refused: (audio) => tone(audio, 160, 0, 0.12),
  won: (audio) => [523, 659, 784, 1047].forEach((pitch, at) => tone(audio, pitch, at * 0.12, 0.5)),
};

export function sound(name: Name): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  SOUNDS[name](context);
}
