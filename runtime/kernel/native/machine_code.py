"""From the translated text to machine code in memory, by LLVM."""

from __future__ import annotations

from typing import Any

from llvmlite import binding

from arcg.runtime.kernel.native.helpers import Library


def target() -> Any:
    """The processor at hand, anew each time: an engine takes what it is given for its own."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    features = binding.get_host_cpu_features().flatten()
    return binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(), features=features, opt=2, reloc="default", codemodel="jitdefault", jit=True
    )


def object_code(text: str, library: Library) -> bytes:
    """The object file of a module in LLVM's language, the helpers taken in."""
    module = binding.parse_bitcode(library.code)
    small = {helper.symbol for helper in library.helpers.values() if helper.small}
    module.link_in(binding.parse_assembly(text))
    for function in module.functions:
        if function.is_declaration:
            continue
        if not function.name.startswith("query"):
            function.linkage = "internal"
        if function.name in small:
            function.add_function_attribute("alwaysinline")
    machine = target()
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = False
    options.slp_vectorization = False
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


class Loaded:
    """Machine code in memory; it lives as long as this object."""

    def __init__(self, code: bytes) -> None:
        self._engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target())
        self._engine.add_object_file(binding.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where a function lies."""
        return int(self._engine.get_function_address(name))
